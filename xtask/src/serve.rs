//! `cargo xtask serve`: from a fresh checkout to a page in the browser.

use std::net::TcpListener;
use std::thread;

use anyhow::{Context as _, Result};

use crate::page::{self, Purpose};
use crate::project::Project;
use crate::server::Server;

/// The port to try first, and how many after it.
const FIRST_PORT: u16 = 8080;
const PORTS: u16 = 20;

/// Builds the page and serves it until the process is ended.
pub(crate) fn run(project: &Project, port: Option<u16>, is_draft: bool) -> Result<()> {
    // Before the build, so that a port in use is not learnt minutes later.
    let listener = listen(port)?;
    // Not the folder that is published: this one lacks the worker.
    let folder = project.target().join("served");
    if is_draft {
        page::draft(project, &folder)?;
    } else {
        page::build(project, &folder, &Purpose::WorkOn)?;
    }
    let server = Server::start(&folder, listener)?;
    println!("Swizzle Atlas is at {}", server.url());
    loop {
        thread::park();
    }
}

/// Takes the port that was asked for, or the first free one.
fn listen(asked: Option<u16>) -> Result<TcpListener> {
    if let Some(port) = asked {
        return Server::listen(port).with_context(|| format!("cannot use port {port}"));
    }
    let last = FIRST_PORT + PORTS - 1;
    (FIRST_PORT..=last).find_map(|port| Server::listen(port).ok()).with_context(|| {
        format!(
            "none of the ports {FIRST_PORT} to {last} is free: choose one with `cargo xtask serve --port N`"
        )
    })
}
