//! The figure alone, embedded in another page.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use swizzle_tests::webdriver::{Error, Result};

use crate::page::{Page, state, url};

/// The code of the dialog, for a link.
fn embed_code(link: &str) -> Result<String> {
    let page = Page::open(link)?;
    page.does("press Share")?;
    let code = "return [...document.querySelectorAll('.share pre')]
        .map(pre => pre.textContent).find(text => text.includes('<iframe'))";
    page.session().wait_until("the code", code)?;
    page.text_of(code)
}

/// A page of another origin with the code in it, in the light and in the dark.
fn other_host(code: String) -> Result<SocketAddr> {
    let fault = |why: std::io::Error| Error::new(why.to_string());
    let listener = TcpListener::bind("127.0.0.1:0").map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    thread::spawn(move || {
        for mut visitor in listener.incoming().flatten() {
            let mut request = String::new();
            let _ = BufReader::new(&visitor).read_line(&mut request);
            let scheme = if request.contains("dark") { "dark" } else { "light" };
            let body =
                format!("<!doctype html><meta name=color-scheme content={scheme}><title>Notes</title>{code}");
            let length = body.len();
            let _ = write!(
                visitor,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    Ok(address)
}

#[test]
fn the_copied_code_works_in_a_page_of_another_origin() -> Result<()> {
    let link = "#/wgmma/4000004000010040?k=32&element=tf32";
    let code = embed_code(link)?;
    assert!(code.contains(&url()?), "{code}");
    let host = other_host(code)?;
    let page = Page::open("#/?")?;
    for scheme in ["light", "dark"] {
        // Another name of this machine is another site.
        let address = format!("http://localhost:{}/{scheme}", host.port());
        page.session().goto(&address)?;
        page.session().enter_frame("iframe")?;
        page.does(&format!(
            "has .embed canvas
             says h1 = All 128 units are read from the right address
             has html[data-theme={scheme}]"
        ))?;
        let back = page.text_of("return document.querySelector('.embed a').href")?;
        assert_eq!(state(&back[back.find('#').unwrap_or(0)..]), state(link));
        assert!(!back.contains("embed"), "{back}");
        page.session().leave_frames()?;
    }
    Ok(())
}
