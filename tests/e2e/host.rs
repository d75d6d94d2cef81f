//! The page as another host serves it.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use swizzle_tests::webdriver::{Error, Result};

use crate::page;

/// A host that has the page in one folder and nothing else. Its threads end with the tests.
pub(crate) struct Host {
    url: String,
    lacks_later: Arc<AtomicBool>,
}

impl Host {
    /// Serves the page a second time, in a folder.
    pub(crate) fn new(folder: &'static str) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        let lacks_later = Arc::new(AtomicBool::new(false));
        let is_lacking = Arc::clone(&lacks_later);
        thread::spawn(move || {
            for visitor in listener.incoming().flatten() {
                let is_lacking = Arc::clone(&is_lacking);
                // A visitor who hangs up is the browser's business.
                thread::spawn(move || hand_on(visitor, folder, &is_lacking));
            }
        });
        Ok(Self {
            url: format!("http://{address}{folder}"),
            lacks_later,
        })
    }

    /// The page's address there.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Whether what the page loads after its start is not to be had.
    pub(crate) fn lack_later(&self, lacks: bool) {
        self.lacks_later.store(lacks, Ordering::Relaxed);
    }
}

fn fault(why: io::Error) -> Error {
    Error::new(why.to_string())
}

/// Answers one request with what the page's own server says, without the folder; outside of it there is nothing.
fn hand_on(mut visitor: TcpStream, folder: &str, lacks_later: &AtomicBool) -> io::Result<()> {
    let mut request = String::new();
    BufReader::new(&visitor).read_line(&mut request)?;
    let lacks = |file: &&str| lacks_later.load(Ordering::Relaxed) && file.starts_with("split_");
    let Some(file) = request
        .strip_prefix(&format!("GET {folder}"))
        .filter(|file| !lacks(file))
    else {
        return visitor.write_all(
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
    };
    let file = file.split(' ').next().unwrap_or_default();
    let url = page::url().map_err(io::Error::other)?;
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let mut server = TcpStream::connect(host)?;
    write!(
        server,
        "GET /{file} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer)?;
    visitor.write_all(&answer)
}
