//! Debian's packages, where to install them is ours to do.

use std::process::Command;

use anyhow::Result;

use crate::{program, project};

/// Whether this is a Debian in which we are root: a container or a build machine, not a personal computer.
pub(crate) fn may_install() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
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
    project::run(
        Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}
