//! Debian's packages, where to install them is ours to do.

use std::env;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use crate::{program, project};

/// Whether `--install` was said.
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Lets what is missing be installed.
pub(crate) fn ask_to_install() {
    IS_ASKED.store(true, Ordering::Relaxed);
}

/// Whether packages are to be installed, by `--install` or on a build machine (`CI`), and can be: on a Debian, as root.
pub(crate) fn may_install() -> bool {
    let is_build_machine = env::var("CI").is_ok_and(|said| said != "false");
    if !is_build_machine && !IS_ASKED.load(Ordering::Relaxed) {
        return false;
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && program::on_path("apt-get").is_some()
}

/// Installs packages.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    println!("Installing {}…", packages.join(", "));
    apt_get(&["update"])?;
    let install = ["install", "-y", "--no-install-recommends"];
    apt_get(&[&install, packages].concat())
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    project::run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}
