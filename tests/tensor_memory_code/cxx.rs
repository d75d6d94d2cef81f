//! A program of C++, with the tables that the code is held against.

use std::fs;
use std::process::Command;

use swizzle_tests::{scratch, skipped};

/// What the tables of the manual and of CuTe say, in C++: nothing of the generated code.
pub(crate) const TABLES: &str = r#"#include <cstdint>
#include <cstdio>
#include <vector>
static const uint64_t zero = 0xcbf29ce484222325ull;
static uint64_t hash(uint64_t h, uint32_t value) {
  for (int i = 0; i < 4; ++i) h = (h ^ ((value >> (8 * i)) & 255)) * 0x100000001b3ull;
  return h;
}
inline uint32_t hw_lane(int shape, uint32_t t, uint32_t r) {
  switch (shape) {
    case 0: return t;
    case 1: return t / 4 + 8 * (t % 2);
    case 2: return t / 4 + 8 * (r % 2);
    case 3: return t / 4 + 8 * ((r / 2) % 2);
    default: return t % 16;
  }
}
// Of a packed load, each column is two, of which `half` is the second. The last shape's second half follows its first.
inline uint32_t hw_column(int shape, uint32_t t, uint32_t r, uint32_t num, uint32_t wide, uint32_t half) {
  switch (shape) {
    case 0: return wide * r + half;
    case 1: return wide * (2 * r + (t / 2) % 2) + half;
    case 2: return wide * (t % 4 + 4 * (r / 2)) + half;
    case 3: return wide * (2 * (t % 4) + r % 2 + 8 * (r / 4)) + half;
    default: return wide * (r + t / 16 * num) + half;
  }
}
struct Place { uint32_t cta, lane, column; };
"#;

/// What a program of C++ prints, with each compiler that there is.
pub(crate) fn printed(name: &str, source: &str) -> Vec<String> {
    let folder = scratch(name);
    let (file, program) = (folder.join("main.cpp"), folder.join("main"));
    fs::write(&file, source).expect("the source is written");
    let mut all = Vec::new();
    for compiler in ["g++", "clang++"] {
        let mut command = Command::new(compiler);
        let options = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-o"];
        let output = command.args(options).arg(&program).arg(&file).output();
        let Ok(output) = output else {
            skipped(compiler);
            continue;
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        let first: Vec<&str> = errors.lines().take(30).collect();
        assert!(output.status.success(), "{compiler}:\n{}", first.join("\n"));
        let run = Command::new(&program).output().expect("it runs");
        assert!(run.status.success());
        all.push(String::from_utf8(run.stdout).expect("text"));
    }
    fs::remove_dir_all(folder).expect("the folder goes");
    all
}

/// Words of CUDA with nothing behind them, so that the device's functions are C++ as well.
const WORDS: &str =
    "#include <cstdint>\n#define __CUDACC__ 1\n#define __device__\n#define __host__\n#define __global__\n";

/// Has g++ read functions of the device: names, types and the shape of each asm statement; nothing is assembled.
pub(crate) fn check_device(name: &str, source: &str) {
    let folder = scratch(name);
    let file = folder.join("device.cpp");
    fs::write(&file, format!("{WORDS}{source}")).expect("the source is written");
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]);
    match command.arg("-Wno-unknown-pragmas").arg(&file).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let first: Vec<&str> = errors.lines().take(30).collect();
            assert!(output.status.success(), "{}", first.join("\n"));
        }
        Err(_) => skipped("g++"),
    }
    fs::remove_dir_all(folder).expect("the folder goes");
}
