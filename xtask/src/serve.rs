//! `cargo xtask serve`: from a fresh checkout to a page in the browser.

use std::thread;

use anyhow::{Context as _, Result};

use crate::page::{self, Purpose};
use crate::project::Project;
use crate::server::Server;

/// Builds the page and serves it until the process is ended.
pub(crate) fn run(project: &Project, port: Option<u16>, is_draft: bool) -> Result<()> {
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
