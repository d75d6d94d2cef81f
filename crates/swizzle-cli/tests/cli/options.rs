//! Options by other names, completions, manuals, and how wide and coloured the output is.

use std::process::Command;

use crate::manners::{folder, run};
use crate::program::{swizzle, swizzle_with_input};

#[test]
fn shells_and_manuals_know_the_options() {
    for (options, words) in [
        ("completions bash", "--fail-on"),
        ("completions zsh", "#compdef swizzle"),
        ("completions fish", "complete -c swizzle"),
        ("man", "swizzle\\-lint"),
        ("man lint", "\\-\\-fail\\-on"),
    ] {
        let answer = swizzle(options).answer();
        assert!(answer.contains(words), "{options}: {answer}");
    }
    assert_eq!(swizzle("man hello").code, Some(2));
    assert_eq!(swizzle("completions tcsh").code, Some(2));
}

/// Help wraps at the width of the terminal, and nothing has a colour in a pipe, in whatever form it is asked for.
#[test]
fn help_is_as_wide_as_the_terminal_and_plain_in_a_pipe() {
    let help = Command::new(env!("CARGO_BIN_EXE_swizzle"))
        .args(["lint", "--help"])
        .env("COLUMNS", "60")
        .output()
        .expect("the program runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let (options, _) = help.split_once("Examples:").expect("examples");
    assert!(
        options.lines().all(|line| line.chars().count() <= 60),
        "{options}"
    );
    assert!(!help.contains('\x1b'));
    let folder = folder("colours");
    assert!(!run(&folder, "lint wrong.ptx").1.contains('\x1b'));
    for (name, is_coloured) in [("CLICOLOR_FORCE", true), ("NO_COLOR", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_swizzle"));
        command
            .args(["lint", "wrong.ptx"])
            .current_dir(&folder)
            .env(name, "1");
        let out = command.output().expect("the program runs").stdout;
        assert_eq!(out.contains(&0x1b), is_coloured, "{name}");
    }
}

/// Types and chips by the names of frameworks, wherever one is an option, give the same answer as by their own.
#[test]
fn names_of_frameworks_are_options() {
    for (command, option, own, others) in [
        (
            "tile",
            "--element",
            "bf16",
            "bfloat16 torch.bfloat16 jnp.bfloat16 __nv_bfloat16 BF16",
        ),
        (
            "tile",
            "--element",
            "f16",
            "fp16 float16 torch.float16 tl.float16 half",
        ),
        (
            "tile",
            "--element",
            "e4m3",
            "float8_e4m3fn torch.float8_e4m3fn tl.float8e4nv __nv_fp8_e4m3",
        ),
        ("tile", "--element", "tf32", "torch.float32 TFloat32"),
        ("tile", "--element", "s8", "int8 torch.int8 i8"),
        ("tile", "--chip", "sm_90a", "hopper H100 sm90a wgmma"),
        ("tile", "--chip", "sm_90", "sm90"),
        ("tile", "--chip", "sm_100a", "Blackwell b200 sm100a tcgen05"),
        ("tile", "--arch", "wgmma", "hopper sm90 sm_90a h100"),
        (
            "tile",
            "--arch",
            "tcgen05",
            "blackwell umma sm_100a B200 GB300",
        ),
        (
            "build",
            "--accumulator",
            "f32",
            "float32 torch.float32 fp32",
        ),
        ("build", "--other-element", "bf16", "torch.bfloat16"),
        (
            "tma box 64x128 bf16 SW128 --json",
            "--arch",
            "sm_90a",
            "hopper",
        ),
    ] {
        let own = swizzle(&format!("{command} {option} {own}"));
        assert!(!own.out.is_empty(), "{command} {option}: {}", own.err);
        for other in others.split(' ') {
            let run = swizzle(&format!("{command} {option} {other}"));
            assert_eq!(
                (&run.out, run.code),
                (&own.out, own.code),
                "{command} {option} {other}: {}",
                run.err
            );
        }
    }
    for (option, wrong, tip) in [
        ("--element", "torch.complex64", "possible values: f16"),
        ("--element", "bf61", "a similar value exists: 'bf16'"),
        ("--chip", "A100", "sm_90a"),
    ] {
        let run = swizzle(&format!("tile {option} {wrong}"));
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(tip), "{}", run.err);
    }
    let rows = "element,major,swizzle,start,lbo_field,sbo_field,base_offset,mn,k,arch\n";
    let of = |element: &str, arch: &str| {
        let row = format!("{rows}{element},K,128B,1024,1,64,0,3,4,{arch}\n");
        swizzle_with_input("addresses", &row)
            .answer()
            .rsplit(',')
            .next()
            .map(str::to_owned)
    };
    assert_eq!(of("torch.bfloat16", "hopper"), of("bf16", "wgmma"));
}
