//! What the files say: the plan, the instructions as PTX has them, and what is left out.

use swizzle_code::Language;
use swizzle_tests::{printed, rows};

use crate::tensor_memory_code::case::{Case, accumulators, scaled};
use crate::tensor_memory_code::cxx::WORDS;

#[test]
fn files_have_what_the_rows_say() {
    let mut file = Err(String::from("no case before it"));
    for row in rows(include_str!("text.tsv")) {
        let [language, words, sign, text] = row[..] else { panic!("{row:?}: not four columns") };
        if !language.is_empty() {
            file = Case::read(words).try_code(language.parse().expect("a language"), "tile");
        }
        let (is_code, all) = match &file {
            // Comments are wrapped.
            Ok(code) => (true, code.replace("\n// ", " ")),
            Err(why) => (false, why.clone()),
        };
        let wanted = match sign {
            "has" => (true, true),
            "lacks" => (true, false),
            "refused" => (false, true),
            _ => panic!("{row:?}: has, lacks or refused"),
        };
        assert_eq!((is_code, all.contains(text)), wanted, "{words}: {sign} {text} in\n{all}");
    }
}

/// Every function of the device calls what there is, with the types that it has: names, types and the shape of each asm
/// statement; nothing is assembled.
#[test]
fn functions_of_the_device_are_whole() {
    let all = accumulators().into_iter().chain(scaled()).enumerate();
    let code = all.map(|(number, case)| {
        let code = case.code(Language::Cuda, &format!("t{number}"));
        code.replace("#pragma once", "")
    });
    let text = WORDS.to_owned() + &code.collect::<String>();
    let options = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];
    printed("g++", &options, &[("device.cpp".into(), text)]);
}
