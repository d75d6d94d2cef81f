//! The page may be put into any folder of a host.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use swizzle_tests::webdriver::{Error, Result};

use crate::page::{self, Page, state};

/// Where the page is put.
const FOLDER: &str = "/some/path/";

/// Serves the page a second time, in a folder; returns its address there. The threads end with the tests.
fn serve_in_folder() -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}{FOLDER}", listener.local_addr()?);
    thread::spawn(move || {
        for visitor in listener.incoming().flatten() {
            // A visitor who hangs up is the browser's business.
            thread::spawn(move || hand_on(visitor));
        }
    });
    Ok(url)
}

/// Answers one request with what the page's own server says, without the folder; outside of it there is nothing.
fn hand_on(mut visitor: TcpStream) -> io::Result<()> {
    let mut request = String::new();
    BufReader::new(&visitor).read_line(&mut request)?;
    let Some(file) = request.strip_prefix(&format!("GET {FOLDER}")) else {
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

#[test]
fn the_page_works_in_a_folder() -> Result<()> {
    let url = serve_in_folder().map_err(|why| Error::new(why.to_string()))?;
    let link = "#/figure/157";
    let (page, mut at) = (Page::open_at(&url, link)?, state(link));
    page.shows(&at)?;
    page.choose("Major", "MN")?;
    at.params.major = swizzle_core::Major::Mn;
    page.shows_with_address(&at)?;
    assert!(page.session().url()?.starts_with(&url));

    // What a reader copies leads back there.
    page.session()
        .find_xpath("//a[.='Swizzle Atlas']")?
        .click()?;
    page.shows(&swizzle_core::LinkState::default())?;
    assert_eq!(page.session().url()?, format!("{url}#/"));
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}
