//! The page as another host serves it.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use swizzle_tests::webdriver::{Error, Result};

use crate::page;

/// A host that has the page in one folder and nothing else. Its threads end with the tests.
pub(crate) struct Host {
    address: SocketAddr,
    folder: &'static str,
    state: Arc<State>,
    listening: JoinHandle<()>,
}

/// What becomes of a request.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// There is no such file.
    Missing,
    /// The line is cut without an answer.
    Cut,
    /// No answer comes as long as this is said.
    Silent,
}

/// What the host does by now.
#[derive(Default)]
struct State {
    lacks_later: AtomicBool,
    /// Files that are not answered as they should be, by how their names begin; an empty name is the document.
    faults: Mutex<Vec<(&'static str, Fault)>>,
    next_build: Mutex<Option<&'static str>>,
    is_stopped: AtomicBool,
}

/// How long an answer does not come at the most.
const SILENCE: Duration = Duration::from_secs(20);

/// How often the silent look whether they still are to be.
const PAUSE: Duration = Duration::from_millis(20);

/// The text before the version of a build, in the worker and in the document, and before the hash of a file.
const BEFORE_VERSION: [&str; 3] = ["VERSION = '", "name=\"build\" content=\"", "'./split_learn-"];

/// What the page's own server says of files that are named by their content, and what this host says instead.
const KEPT: &[u8] = b"public, max-age=31536000, immutable";
const NOT_KEPT: &[u8] = b"no-cache";

impl Host {
    /// Serves the page a second time, in a folder.
    pub(crate) fn new(folder: &'static str) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        let listening = thread::spawn(move || {
            for visitor in listener.incoming().flatten() {
                if shared.is_stopped.load(Ordering::Relaxed) {
                    return;
                }
                let state = Arc::clone(&shared);
                // A visitor who hangs up is the browser's business.
                thread::spawn(move || hand_on(visitor, folder, &state));
            }
        });
        Ok(Self { address, folder, state, listening })
    }

    /// The page's address there.
    pub(crate) fn url(&self) -> String {
        format!("http://{}{}", self.address, self.folder)
    }

    /// The same by an address that Chromium does not trust as it does this machine's own.
    pub(crate) fn untrusted_url(&self) -> String {
        format!("http://0.0.0.0:{}{}", self.address.port(), self.folder)
    }

    /// Whether what the page loads after its start is not to be had.
    pub(crate) fn lack_later(&self, lacks: bool) {
        self.state.lacks_later.store(lacks, Ordering::Relaxed);
    }

    /// Has requests for files whose names begin so end badly, until others are said.
    pub(crate) fn fails(&self, faults: &[(&'static str, Fault)]) {
        let mut kept = self.state.faults.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = faults.to_vec();
    }

    /// Puts another build of the page in the place of this one, with a version of sixteen digits. Its lessons are in
    /// another file.
    pub(crate) fn build_anew(&self, version: &'static str) {
        *self.state.next_build() = Some(version);
    }

    /// Stops for good: when this returns, nothing listens any more.
    pub(crate) fn stop(self) -> Result<()> {
        self.state.is_stopped.store(true, Ordering::Relaxed);
        // Wakes who listens.
        TcpStream::connect(self.address).map_err(fault)?;
        let ended = self.listening.join();
        ended.map_err(|_| Error::new("the host has panicked"))?;
        match TcpStream::connect(self.address) {
            Err(_) => Ok(()),
            Ok(_) => Err(Error::new(format!("{} still answers", self.address))),
        }
    }
}

impl State {
    /// What becomes of a request, unless it is answered.
    fn fault_of(&self, request: &str, folder: &str) -> Option<Fault> {
        let (method, address) = request.split_once(' ')?;
        let file = address.strip_prefix(folder)?.split(' ').next()?;
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |name: &str| match (method, name) {
            ("HEAD", name) => name == "HEAD",
            (_, "") => file.is_empty(),
            (_, name) => file.starts_with(name),
        };
        let found = faults.iter().find(|(name, _)| is_of(name));
        found.map(|(_, fault)| *fault)
    }

    fn next_build(&self) -> MutexGuard<'_, Option<&'static str>> {
        self.next_build.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fault(why: io::Error) -> Error {
    Error::new(why.to_string())
}

/// Answers one request with what the page's own server says, without the folder; outside of it there is nothing.
fn hand_on(mut visitor: TcpStream, folder: &str, state: &State) -> io::Result<()> {
    let mut request = String::new();
    BufReader::new(&visitor).read_line(&mut request)?;
    if let Some(fault) = state.fault_of(&request, folder) {
        return match fault {
            Fault::Missing => {
                visitor.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            }
            Fault::Cut => visitor.shutdown(Shutdown::Both),
            Fault::Silent => {
                // A line that stays open holds up whoever asks for the file again: browsers ask for one at a time.
                let end = Instant::now() + SILENCE;
                let is_silent = || state.fault_of(&request, folder) == Some(Fault::Silent);
                while is_silent() && Instant::now() < end {
                    thread::sleep(PAUSE);
                }
                Ok(())
            }
        };
    }
    // Whether the host answers at all.
    if request.starts_with("HEAD ") {
        return visitor.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    let lacks = |file: &&str| state.lacks_later.load(Ordering::Relaxed) && file.starts_with("split_");
    let Some(file) = request.strip_prefix(&format!("GET {folder}")).filter(|file| !lacks(file)) else {
        return visitor
            .write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let file = file.split(' ').next().unwrap_or_default();
    let next_build = *state.next_build();
    if next_build.is_some_and(|version| file.contains(version)) {
        return visitor.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    let url = page::url().map_err(io::Error::other)?;
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let mut server = TcpStream::connect(host)?;
    write!(server, "GET /{file} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer)?;
    // A browser keeps nothing of this host for itself: what is not to be had any more is then lacking.
    if let Some(at) = position(&answer, KEPT) {
        answer.splice(at..at + KEPT.len(), NOT_KEPT.iter().copied());
    }
    // The names of other files say what is in them.
    if let (Some(version), "" | "offline.js") = (next_build, file) {
        for before in BEFORE_VERSION {
            replace_after(&mut answer, before, version);
        }
    }
    visitor.write_all(&answer)
}

/// Where a text begins.
fn position(answer: &[u8], text: &[u8]) -> Option<usize> {
    answer.windows(text.len()).position(|window| window == text)
}

/// Writes a text over what follows another, if that is there.
fn replace_after(answer: &mut [u8], before: &str, text: &str) {
    if let Some(at) = position(answer, before.as_bytes()) {
        let start = at + before.len();
        answer[start..start + text.len()].copy_from_slice(text.as_bytes());
    }
}
