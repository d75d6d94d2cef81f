//! What the action and the hook run.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::cases::folder_with_files;
use crate::program::run;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The path of programs with this one before all.
fn path_with_program() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_swizzle")).parent();
    let path = std::env::var("PATH").expect("a path");
    format!("{}:{path}", program.expect("a folder").display())
}

/// The step of `action.yml` that lints, run as a runner runs it, on several lines of files with a pattern among them.
#[test]
fn the_action_lints_every_line_of_files() {
    let folder = folder_with_files("manners", "action");
    let action = fs::read_to_string(format!("{ROOT}/action.yml")).expect("the action");
    let (_, step) = action.split_once("- id: lint\n").expect("the step");
    let (_, script) = step.split_once("run: |\n").expect("its script");
    let script: Vec<&str> = script.lines().map_while(|line| line.strip_prefix("        ")).collect();
    for (files, code, results) in [
        ("right.ptx\nwrong.ptx", 1, 1),
        ("  right.ptx  \n\n", 0, 0),
        ("deep/*.ptx\nwr*.ptx\n", 1, 2),
        // What cannot be read hides nothing.
        ("wrong.ptx\nnowhere/*.ptx", 2, 1),
    ] {
        let output = folder.join("output");
        let _ = fs::remove_file(&output);
        let done = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &script.join("\n")])
            .current_dir(&folder)
            .envs([
                ("FILES", files),
                ("CONFIG", "swizzle.toml"),
                ("FAIL_ON", "warning"),
                ("CATEGORY", "swizzle"),
            ])
            .env("RUNNER_TEMP", &folder)
            .env("GITHUB_ACTION_PATH", ROOT)
            .env("PATH", path_with_program())
            .env("GITHUB_OUTPUT", &output)
            .output()
            .expect("bash");
        assert!(done.status.success(), "{files}: {}", String::from_utf8_lossy(&done.stderr));
        let said = fs::read_to_string(&output).expect("what the step says");
        assert!(said.contains(&format!("code={code}\n")), "{files}: {said}");
        let log = fs::read_to_string(folder.join("swizzle.sarif")).expect("the log");
        let log: Value = serde_json::from_str(&log).expect("JSON");
        assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(results), "{files}");
    }
}

/// The hook's own command, with its pattern of files.
#[test]
fn the_hook_passes_plain_ptx() {
    let folder = folder_with_files("manners", "hook");
    let hook = fs::read_to_string(format!("{ROOT}/.pre-commit-hooks.yaml")).expect("the hook");
    let entry = hook.lines().find_map(|line| line.trim().strip_prefix("entry: ")).expect("a command");
    for (files, code) in [("right.ptx", 0), ("", 0), ("wrong.ptx", 1)] {
        let line = format!("{ROOT}/{entry} deep/plain.ptx {files}");
        let mut command = Command::new("bash");
        command.args(["-c", &line]).current_dir(&folder);
        let run = run(command.env("PATH", path_with_program()), &[]);
        assert_eq!(run.code, Some(code), "{line}");
    }
}
