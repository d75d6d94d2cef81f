//! The program's help: every example in it runs.

use crate::program::{swizzle, swizzle_with_input};

/// The indented lines behind the heading that ends the help.
fn examples(command: &str) -> Vec<String> {
    let help = swizzle(&format!("{command} --help")).answer();
    let (_, tail) = help.split_once("\nExample").expect("the help has examples");
    tail.lines().filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

#[test]
fn examples_in_the_help_run() {
    for command in
        ["decode", "draw", "tile", "idesc", "build", "code", "chip", "fragment", "scale plan", "scale code"]
    {
        let examples = examples(command);
        assert!(examples.len() >= 2, "{command}");
        for example in examples {
            let options = example.strip_prefix("swizzle ").expect(&example);
            let options = options.split('>').next().unwrap_or(options);
            assert!(!swizzle(options).answer().is_empty(), "{example}");
        }
    }
}

#[test]
fn the_examples_of_filters_run() {
    for (command, wanted) in [
        // The same element as in the crate's own examples: 0x5e0.
        ("addresses", &[",1504"][..]),
        ("access", &[",8,7"]),
        ("tmem", &[",0,12,12,0"]),
        ("scale", &[",650"]),
        ("tma", &[",1,1432,,8192", ",1,,,16384"]),
    ] {
        let line = format!("swizzle {command} < rows.csv > answers.csv");
        assert_eq!(examples(command)[0], line);
        let help = swizzle(&format!("{command} --help")).answer();
        let (_, tables) = help.split_once("contains\n").expect("the help has a table");
        // A second table in the help, behind "or", is run alone.
        let tables: Vec<&str> = tables.split("\nor\n").collect();
        assert_eq!(tables.len(), wanted.len(), "{tables:?}");
        for (table, wanted) in tables.iter().zip(wanted) {
            let lines = table.lines().filter_map(|line| line.strip_prefix("  "));
            let table = lines.collect::<Vec<_>>().join("\n");
            let answer = swizzle_with_input(command, &table).answer();
            assert!(answer.ends_with(wanted), "{answer}");
        }
    }
}
