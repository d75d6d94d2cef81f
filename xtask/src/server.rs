//! A file server for one folder on the loopback address, for people, end-to-end tests and benchmarks alike.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::{self, Next};
use axum::serve::ListenerExt as _;
use tokio::runtime::Runtime;
use tower_http::services::ServeDir;

use crate::page::{self, Purpose, is_hashed};
use crate::project::Project;

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
            // Browsers keep a file whose name holds the hash of its content without asking again. Chromium then keeps what it compiled
            // of it, too, and the end-to-end tests take a tenth less.
            let is_kept = request.uri().path().rsplit('/').next().is_some_and(is_hashed);
            let mut response = next.run(request).await;
            let control = if is_kept && response.status().is_success() {
                "public, max-age=31536000, immutable"
            } else {
                "no-cache"
            };
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

/// Builds the page and serves it until the process is ended.
pub(crate) fn serve(project: &Project, port: Option<u16>, is_draft: bool) -> Result<()> {
    // Before the build, so that a port in use is not learnt minutes later.
    let listener = match port {
        Some(port) => Server::listen(port).with_context(|| format!("cannot use port {port}"))?,
        None => Server::listen(8080).or_else(|_| Server::listen(0))?,
    };
    // Not the folder that is published: this one lacks the worker.
    let folder = project.target.join("served");
    page::build(project, &folder, &Purpose::WorkOn { is_draft })?;
    let server = Server::start(&folder, listener)?;
    println!("Swizzle Atlas is at {}", server.url());
    loop {
        thread::park();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use super::*;
    use crate::project;

    #[test]
    fn serves_one_folder_with_what_browsers_are_strict_about() {
        let folder = Project::here().target.join("names");
        let kept = "a-546b5e00741e8b9f.wasm";
        for name in [kept, "index.html", "a.js"] {
            project::write(&folder.join(name), name).expect("a file");
        }
        let server = Server::anywhere(&folder).expect("it starts");
        for (name, status, line) in [
            (kept, 200, "content-type: application/wasm"),
            (kept, 200, "cache-control: public, max-age=31536000, immutable"),
            ("", 200, "content-type: text/html"),
            ("a.js?x=%20", 200, "content-type: text/javascript"),
            ("a.js", 200, "cache-control: no-cache"),
            ("absent-0123456789abcdef.js", 404, "cache-control: no-cache"),
            ("%2e%2e/skipped", 404, "cache-control: no-cache"),
        ] {
            let mut stream = TcpStream::connect(server.address).expect("the server listens");
            write!(stream, "GET /{name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .expect("it reads");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it answers");
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{name}: {answer}");
            assert!(answer.contains(&format!("\r\n{line}\r\n")), "{name}: {answer}");
        }
    }
}
