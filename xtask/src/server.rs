//! A file server for one folder on the loopback address, for people, end-to-end tests and benchmarks alike.

use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;

use anyhow::Result;
use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::{self, Next};
use axum::serve::ListenerExt as _;
use tokio::runtime::Runtime;
use tower_http::services::ServeDir;

use crate::page::is_hash;

/// A running server; it stops when dropped.
pub(crate) struct Server {
    address: SocketAddr,
    /// What it runs on.
    _runtime: Runtime,
}

impl Server {
    /// Takes a port of the loopback address, 0 for any free one.
    pub(crate) fn listen(port: u16) -> std::io::Result<TcpListener> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port))
    }

    /// Serves a folder at any free port.
    pub(crate) fn anywhere(folder: &Path) -> Result<Server> {
        Self::start(folder, Self::listen(0)?)
    }

    /// Serves a folder to whoever connects.
    pub(crate) fn start(folder: &Path, listener: TcpListener) -> Result<Server> {
        let address = listener.local_addr()?;
        listener.set_nonblocking(true)?;
        let answer = middleware::from_fn(move |request: Request, next: Next| async move {
            let kept = cache_control(request.uri().path());
            let mut response = next.run(request).await;
            let is_found = response.status().is_success();
            let control = if is_found { kept } else { "no-cache" };
            let headers = response.headers_mut();
            headers.insert(CACHE_CONTROL, HeaderValue::from_static(control));
            headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            response
        });
        let files = Router::new().fallback_service(ServeDir::new(folder));
        let files = files.layer(answer);
        let runtime = Runtime::new()?;
        let inside = runtime.enter();
        // Otherwise the end of a file may wait some 40 ms for the other side's delayed acknowledgement, and every measurement of
        // the page with it.
        let at_once = |stream: &mut tokio::net::TcpStream| drop(stream.set_nodelay(true));
        let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(at_once);
        runtime.spawn(axum::serve(listener, files).into_future());
        drop(inside);
        Ok(Server { address, _runtime: runtime })
    }

    /// The page's address.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

/// Browsers keep a file whose name holds the hash of its content without asking again. Chromium then keeps what it compiled of
/// it, too, and the end-to-end tests take a tenth less.
fn cache_control(address: &str) -> &'static str {
    let name = Path::new(address).file_stem().and_then(OsStr::to_str);
    let hash = name.and_then(|name| name.rsplit_once('-'));
    match hash.is_some_and(|(_, hash)| is_hash(hash)) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use super::*;
    use crate::project::Project;

    /// Returns the server's answer to one request line.
    fn ask(server: &Server, line: &str) -> String {
        let mut stream = TcpStream::connect(server.address).expect("the server listens");
        write!(stream, "{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("it reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        text
    }

    #[test]
    fn serves_one_folder_and_nothing_above_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let server = Server::anywhere(&root).expect("it starts");
        let cases = [
            ("GET /main.rs", "200"),
            ("GET /main.rs?x=%20#y", "200"),
            ("GET /m%61in.rs", "200"),
            ("HEAD /main.rs", "200"),
            ("GET /", "404"),
            ("GET /absent.rs", "404"),
            ("GET /absent-0123456789abcdef.js", "404"),
            ("GET /../Cargo.toml", "404"),
            ("GET /%2e%2e/Cargo.toml", "404"),
            ("GET /..%2fCargo.toml", "404"),
            ("GET /..%5cCargo.toml", "404"),
            ("GET //etc/passwd", "404"),
            ("GET /%zz", "404"),
            ("GET /%ff", "404"),
            ("POST /main.rs", "405"),
        ];
        for (line, status) in cases {
            let answer = ask(&server, line);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {answer}");
            assert!(answer.contains("\r\ncache-control: no-cache\r\n"), "{line}");
        }
    }

    #[test]
    fn lets_browsers_keep_what_is_named_by_its_hash() {
        let kept = "public, max-age=31536000, immutable";
        let cases = [
            ("a-546b5e00741e8b9f.wasm", kept),
            ("a-546b5e00741e8b9.wasm", "no-cache"),
            ("a-546b5e00741e8b9g.wasm", "no-cache"),
            ("index.html", "no-cache"),
        ];
        for (name, expected) in cases {
            let address = format!("/folder/{name}");
            assert_eq!(cache_control(&address), expected);
        }
    }

    #[test]
    fn names_what_browsers_are_strict_about() {
        let folder = Project::find().expect("the repository");
        let folder = folder.target().join("names");
        fs::create_dir_all(&folder).expect("a folder");
        let server = Server::anywhere(&folder).expect("it starts");
        let cases = [
            ("index.html", "text/html"),
            ("a.wasm", "application/wasm"),
            ("a.js", "text/javascript"),
            ("a.css", "text/css"),
            ("a.svg", "image/svg+xml"),
            ("a", "application/octet-stream"),
        ];
        for (name, kind) in cases {
            fs::write(folder.join(name), name).expect("a file");
            let answer = ask(&server, &format!("GET /{name}"));
            let line = format!("\r\ncontent-type: {kind}\r\n");
            assert!(answer.contains(&line), "{name}: {answer}");
            assert!(answer.ends_with(&format!("\r\n\r\n{name}")), "{answer}");
        }
        // A folder is its document.
        assert!(ask(&server, "GET /").ends_with("index.html"));
    }
}
