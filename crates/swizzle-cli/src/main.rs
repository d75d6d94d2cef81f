//! The program `swizzle`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    swizzle_cli::run(&args).into()
}
