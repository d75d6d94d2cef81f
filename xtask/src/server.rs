//! A file server for one folder on the loopback address, for people, end-to-end tests and benchmarks alike.

use std::fs;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, StatusCode};

/// A browser opens up to six connections to one host.
const WORKERS: usize = 6;

/// The files that browsers may keep without asking again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Caching {
    /// Nothing: each visit loads everything, as a first one does.
    Nothing,
    /// Files whose names hold the hash of their content. Chromium then keeps what it compiled of them, too, and the
    /// end-to-end tests take a tenth less.
    HashedNames,
}

/// A running server; it stops when dropped.
pub(crate) struct Server {
    http: Arc<tiny_http::Server>,
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    workers: Vec<JoinHandle<()>>,
}

impl Server {
    /// Takes a port of the loopback address, 0 for any free one.
    pub(crate) fn listen(port: u16) -> std::io::Result<TcpListener> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port))
    }

    /// Serves a folder to whoever connects.
    pub(crate) fn start(folder: &Path, listener: TcpListener, caching: Caching) -> Result<Server> {
        let address = listener.local_addr()?;
        let http = tiny_http::Server::from_listener(listener, None)
            .map_err(|fault| anyhow!("cannot start the server: {fault}"))?;
        let http = Arc::new(http);
        let stopping = Arc::new(AtomicBool::new(false));
        let workers = (0..WORKERS)
            .map(|_| {
                let (http, stopping) = (Arc::clone(&http), Arc::clone(&stopping));
                let folder = folder.to_path_buf();
                thread::spawn(move || work(&http, &folder, caching, &stopping))
            })
            .collect();
        Ok(Server {
            http,
            address,
            stopping,
            workers,
        })
    }

    /// The page's address.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until the process is ended.
    pub(crate) fn serve(mut self) {
        for worker in self.workers.drain(..) {
            // A worker that panicked has said so already; the others go on.
            let _ = worker.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::Relaxed);
        for _ in &self.workers {
            self.http.unblock();
        }
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

/// Answers requests until told to stop.
fn work(http: &tiny_http::Server, folder: &Path, caching: Caching, stopping: &AtomicBool) {
    while !stopping.load(Ordering::Relaxed) {
        if let Ok(request) = http.recv() {
            answer(request, folder, caching);
        }
    }
}

/// Answers one request.
fn answer(request: Request, folder: &Path, caching: Caching) {
    let response = match request.method() {
        Method::Get | Method::Head => match locate(folder, request.url()) {
            Ok(path) => match fs::read(&path) {
                Ok(bytes) => reply(200, media_type(&path), cache_control(&path, caching), bytes),
                Err(_) => refuse(404),
            },
            Err(status) => refuse(status),
        },
        _ => refuse(405),
    };
    // The client may have gone in the meantime, which is not an error of the server.
    let _ = send(request, response);
}

/// Behind the first line of a head.
const CLOSE: &[u8] = b"Connection: close\r\n";

/// Sends head and body in one write. In two, as `Request::respond` does it, the second waits some 40 ms for the
/// other side's delayed acknowledgement, and every measurement of the page with it.
///
/// And closes the connection: `tiny_http` may count one idle thread for two new connections, of which the second then waits
/// until a thread is free, for a minute where browsers keep theirs.
fn send(request: Request, response: Reply) -> std::io::Result<()> {
    let mut message = Vec::new();
    let without_body = *request.method() == Method::Head;
    let version = request.http_version().clone();
    response.raw_print(&mut message, version, request.headers(), without_body, None)?;
    let first_line = message.windows(2).position(|two| two == b"\r\n");
    let behind = first_line.map_or(0, |end| end + 2);
    message.splice(behind..behind, CLOSE.iter().copied());
    let mut writer = request.into_writer();
    writer.write_all(&message)?;
    writer.flush()
}

/// The file that an address stands for, or the status that refuses it.
fn locate(folder: &Path, address: &str) -> Result<PathBuf, u16> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = decode(path).ok_or(400_u16)?;
    let path = path.strip_prefix('/').ok_or(400_u16)?;
    let mut file = folder.to_path_buf();
    for segment in path.split('/') {
        // The last two would climb or change the drive on Windows.
        if segment == ".." || segment.contains(['\0', '\\', ':']) {
            return Err(403);
        }
        file.push(segment);
    }
    if path.is_empty() || path.ends_with('/') {
        file.push("index.html");
    }
    Ok(file)
}

/// Undoes percent encoding; `None` for what no address may hold.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next()?)? * 16 + hex(rest.next()?)?,
            plain => plain,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

/// The media type by the file's ending. Browsers compile wasm while it loads only if it is named right.
fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether what a file holds can be kept for good.
fn cache_control(path: &Path, caching: Caching) -> &'static str {
    let is_hashed = || {
        let name = path.file_stem().and_then(|name| name.to_str());
        let hash = name
            .and_then(|name| name.rsplit_once('-'))
            .map(|(_, hash)| hash);
        hash.is_some_and(|hash| {
            hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    };
    match caching {
        Caching::HashedNames if is_hashed() => "public, max-age=31536000, immutable",
        Caching::HashedNames | Caching::Nothing => "no-cache",
    }
}

type Reply = Response<std::io::Cursor<Vec<u8>>>;

/// A response with the headers that every answer carries.
fn reply(status: u16, media_type: &str, cache_control: &str, bytes: Vec<u8>) -> Reply {
    let headers = [
        ("Content-Type", media_type),
        ("Cache-Control", cache_control),
        ("X-Content-Type-Options", "nosniff"),
    ];
    let mut response = Response::from_data(bytes)
        .with_status_code(StatusCode(status))
        // Keeps the length in the headers for large files too.
        .with_chunked_threshold(usize::MAX);
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}

/// A response without a file.
fn refuse(status: u16) -> Reply {
    let text = format!("{}\n", StatusCode(status).default_reason_phrase());
    reply(
        status,
        "text/plain; charset=utf-8",
        "no-cache",
        text.into_bytes(),
    )
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::net::TcpStream;

    use super::*;

    /// Returns the server's answer to one request line.
    fn ask(server: &Server, line: &str) -> String {
        let mut stream = TcpStream::connect(server.address).expect("the server listens");
        write!(
            stream,
            "{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        .expect("it reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        text
    }

    #[test]
    fn serves_one_folder_and_nothing_above_it() {
        let listener = Server::listen(0).expect("some port is free");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let server = Server::start(&root, listener, Caching::HashedNames).expect("it starts");
        let cases = [
            ("GET /main.rs", "200"),
            ("GET /main.rs?x=%20#y", "200"),
            ("GET /m%61in.rs", "200"),
            ("HEAD /main.rs", "200"),
            ("GET /", "404"),
            ("GET /absent.rs", "404"),
            ("GET /../Cargo.toml", "403"),
            ("GET /%2e%2e/Cargo.toml", "403"),
            ("GET /..%2fCargo.toml", "403"),
            ("GET /..%5cCargo.toml", "403"),
            ("GET //etc/passwd", "404"),
            ("GET /%zz", "400"),
            ("GET /%ff", "400"),
            ("POST /main.rs", "405"),
        ];
        for (line, status) in cases {
            let answer = ask(&server, line);
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {status} ")),
                "{line}: {answer}"
            );
            assert!(answer.contains("Cache-Control: no-cache"), "{line}");
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
            assert_eq!(
                cache_control(Path::new(name), Caching::HashedNames),
                expected
            );
            assert_eq!(cache_control(Path::new(name), Caching::Nothing), "no-cache");
        }
    }

    #[test]
    fn names_what_browsers_are_strict_about() {
        let cases = [
            ("a.wasm", "application/wasm"),
            ("a.js", "text/javascript; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"),
            ("a.svg", "image/svg+xml"),
            ("a", "application/octet-stream"),
        ];
        for (name, kind) in cases {
            assert_eq!(media_type(Path::new(name)), kind);
        }
    }
}
