//! `swizzle code`: one file in each language, and a reason where there is none.

use crate::program::swizzle;

#[test]
fn every_language_ties_itself_to_the_value_on_screen() {
    let options = "--element bf16 --mn 128 --k 64 --swizzle best --step 1";
    for (language, said) in [
        (
            "cuda",
            "static_assert(descriptor(0x0, 0, 1) == 0x4000004000010002ull, \"the one on screen\");",
        ),
        (
            "cute",
            "static_assert(StoredLayout{}(3, 33, 0) == 249, \"element (3, 33)\");",
        ),
        (
            "cutedsl",
            "assert make_descriptor(read_start(0x0, 0, 1, 0)) == 0x4000004000010002",
        ),
        (
            "rust",
            "assert!(descriptor(0x0, 0, 1, 0) == 0x4000_0040_0001_0002);",
        ),
    ] {
        let code = swizzle(&format!("code --lang {language} {options}")).answer();
        assert!(code.contains(said), "{language}:\n{code}");
        assert!(
            code.contains("Swizzle Atlas: #/?element=bf16&swizzle=128B&mn=128&k=64"),
            "{code}"
        );
    }
}

#[test]
fn what_a_language_cannot_say_it_says() {
    for (options, why) in [
        ("cute --mn 128 --k 60", "ends inside an atom"),
        (
            "cute --mn 64 --k 64 --sbo-bytes 1040",
            "the strides are padded",
        ),
        (
            "cute --mn 64 --k 64 --buffer-k 128",
            "a window of a larger buffer",
        ),
        (
            "cute --element b1 --mn 64 --k 1024",
            "no wgmma of single bits",
        ),
        ("cutedsl --element tf32 --mn 64 --k 32", "no wgmma of tf32"),
        ("cuda --row-bytes 144 --swizzle none", "plain rows"),
        ("rust --swizzle 128B-32B-atom", "no code for it"),
        ("cuda --name 1a", "“1a” is no name"),
    ] {
        let run = swizzle(&format!("code --lang {options}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{options}");
        assert!(run.err.contains(why), "{options}: {}", run.err);
    }
}
