//! `swizzle gdb`: the Python file, run with a module in the place of the debugger's.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::swizzle;

/// The debugger, as far as the file asks it: a tile of 16 × 64 elements with 128-byte swizzle is at 0x400.
const DEBUGGER: &str = r##"
import re, sys, types
gdb = types.ModuleType("gdb")
class GdbError(Exception): pass
commands = {}
class Command(object):
    def __init__(self, name, kind): commands[name] = self
def word(at):
    row, unit = at // 32, at % 32 // 4
    first = row * 64 + (unit ^ row % 8) * 8 + at % 4 * 2
    return (first + 1) << 16 | first
memory = b"".join(word(at).to_bytes(4, "little") for at in range(512))
def execute(command, to_string):
    assert to_string
    count, letter, address = re.match(r"x/(\d+)([wb])x \(@shared \w+\*\)0x([0-9a-f]+)$", command).groups()
    count, address, width = int(count), int(address, 16), 4 if letter == "w" else 1
    lines = []
    for at in range(0, count, 4 if width == 4 else 8):
        here = address + at * width
        cells = range(min(4 if width == 4 else 8, count - at))
        values = [int.from_bytes(memory[here - 0x400 + n * width:][:width], "little") for n in cells]
        lines.append("0x%x:" % here + "".join("\t0x%0*x" % (2 * width, value) for value in values) + "\n")
    return "".join(lines)
gdb.Command, gdb.GdbError, gdb.COMMAND_DATA = Command, GdbError, 0
gdb.execute = execute
gdb.parse_and_eval = lambda text: {"desc": 0x4000004000400040, "bytes": 2048}.get(text) or int(text, 0)
gdb.string_to_argv = lambda text: text.split()
sys.modules["gdb"] = gdb
exec(open(sys.argv[1]).read())
for command in sys.argv[2:]:
    name, _, argument = command.partition(" ")
    try:
        commands[name].invoke(argument, True)
    except GdbError as fault:
        print("error:", fault)
"##;

/// The output of the commands; `None` without Python.
fn printed(commands: &[&str]) -> Option<String> {
    let name = format!("gdb-{}", commands.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let (debugger, file) = (folder.join("debugger.py"), folder.join("atlas.py"));
    fs::write(&debugger, DEBUGGER).expect("written");
    fs::write(&file, swizzle("gdb").answer()).expect("written");
    let mut python = Command::new("python3");
    python.args([&debugger, &file]).args(commands).current_dir(&folder);
    python.env("SWIZZLE", env!("CARGO_BIN_EXE_swizzle"));
    python.env("SWIZZLE_PAGE", "https://atlas.example/");
    let run = python.output().ok()?;
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

#[test]
fn memory_of_the_debugger_is_recognized() {
    let ask = "atlas-dump 0x400 bytes --element-bits 16 --mn 16 --k 64";
    let Some(text) = printed(&[ask, "atlas-desc desc"]) else {
        return println!("skipped: there is no python3");
    };
    assert!(text.contains("128B K-major at 0x400, column stride 2048, SBO 1024"), "{text}");
    assert!(text.contains("1024 of 1024 elements match"), "{text}");
    assert!(text.contains("shown at https://atlas.example/#/?element=bf16"), "{text}");
}

#[test]
fn halves_are_kept_in_files_and_faults_are_named() {
    let commands = [
        "atlas-dump 0x400 2047 --save low.txt",
        "atlas-dump 0x400 2047 --after low.txt --element-bits 8 --values mn,k",
        "atlas-dump 0x400",
        "atlas-dump 0x400 0x100000 --element-bits 16",
        "atlas-desc",
    ];
    let Some(text) = printed(&commands) else {
        return println!("skipped: there is no python3");
    };
    assert!(text.starts_with("2047 bytes from 0x400 saved to low.txt\n"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "no known layout matches");
    assert!(lines[2].starts_with("error: Find the layout"), "{text}");
    assert!(lines[3].contains("1048576 is not a valid number"), "{text}");
    assert!(lines[4].starts_with("error: Decode a 64-bit"), "{text}");
}
