//! The box on tensor memory: addresses, moves, scale factors and elements of D in words, descriptors of copies; and texts that
//! are still what they were.

use swizzle_core::hardware::{CopyShape, Use};
use swizzle_parse::{
    Destination, FactValue, InTensorMemory, NumberAs, PasteChoice, Pasted, shown_from_paste,
};
use swizzle_tests::json_lines;
use swizzle_view::Shown;
use swizzle_view::link::{ScaleShown, TensorMemoryShown, form_from_link};

use crate::paste::GUESS;

fn read(text: &str) -> Pasted {
    let read = shown_from_paste(text, &GUESS, &Shown::default());
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn answer(text: &str) -> InTensorMemory {
    match read(text).goes_to {
        Some(Destination::TensorMemory(answer)) => *answer,
        other => panic!("{text}: {other:?}"),
    }
}

fn error(text: &str) -> String {
    let read = shown_from_paste(text, &GUESS, &Shown::default());
    read.expect_err(text).message
}

/// Numbers of an answer, by name.
fn numbers(text: &str, names: &[&str]) -> Vec<u32> {
    let answer = answer(text);
    let of = |name: &&str| {
        let found = answer.facts.iter().find(|(own, _)| own == name);
        match found.map(|(_, value)| value) {
            Some(FactValue::Number(number)) => vec![*number],
            Some(FactValue::Numbers(numbers)) => numbers.clone(),
            other => panic!("{text}: {name} is {other:?}"),
        }
    };
    names.iter().flat_map(of).collect()
}

#[test]
fn an_address_is_a_lane_and_a_column() {
    for text in [
        "tmem 0x00400010",
        "taddr = 0x00400010",
        "tmem_ptr: 0x400010",
        "tensor memory address 0x0040_0010",
        "D in tensor memory at 0x00400010",
    ] {
        assert_eq!(numbers(text, &["lane", "column", "warp"]), [64, 16, 2], "{text}");
    }
    assert_eq!(answer("tmem 0x00400010").link.as_deref(), Some("#/tensor-memory?lane=64&column=16"));
    // The id is read only if the text says that the address is a scale factor's.
    for text in ["SFA 0x80000004", "scale factor 0x8000_0004", "tsfb = 0x80000004"] {
        assert_eq!(numbers(text, &["lane", "column", "id"]), [0, 4, 2], "{text}");
    }
    // And it goes along to the page.
    for (text, link) in [
        ("SFA 0x80000004", "#/tensor-memory?kind=mxf8f6f4&k=128&regions=sfa@4&lane=0&column=4&id=2"),
        ("tsfb = 0xc0000008", "#/tensor-memory?kind=mxf8f6f4&k=128&regions=sfb@8&lane=0&column=8&id=3"),
    ] {
        assert_eq!(answer(text).link.as_deref(), Some(link), "{text}");
    }
    assert!(error("tmem 0x80000004").ends_with(
        "as the address of a scale factor it is lane 0, column 4, id 2 (bits 30–31): write “scale factor” before it"
    ));
    assert!(error("tmem 0x00800000").starts_with("0x00800000 is not a tensor-memory address"));
    assert!(error("SFA 0xc0000200").starts_with("0xc0000200 is not a tensor-memory address"));
}

#[test]
fn bare_bits_may_be_an_address_among_other_things() {
    let asked = shown_from_paste("0x00400010", &GUESS, &Shown::default()).expect_err("a question");
    let labels: Vec<&str> = asked.readings.iter().map(|(label, _)| &**label).collect();
    assert!(labels.contains(&"the high half, 0x00400010"));
    assert!(labels.contains(&"a tensor-memory address: lane 64, column 16"));
    let chosen = PasteChoice { number: Some(NumberAs::TensorMemory), ..GUESS };
    let pasted = shown_from_paste("0x00400010", &chosen, &Shown::default()).expect("an address");
    assert!(pasted.what.starts_with("tensor-memory address 0x00400010: lane 64, column 16"));
    for text in ["0x80000004", "0x00000800", "0x08200490"] {
        let asked = shown_from_paste(text, &GUESS, &Shown::default()).expect_err("a question");
        assert!(!asked.readings.iter().any(|(label, _)| label.contains("lane")), "{text}");
    }
}

#[test]
fn moves_are_read_with_their_shape() {
    let text = "tcgen05.ld.sync.aligned.16x256b.x4.b32 {%r1, %r2}, [%r5];";
    assert_eq!(numbers(text, &["num", "registers", "lanes", "columns"]), [4, 16, 16, 32]);
    assert_eq!(read(text).notices[0].why, "names 2 registers, the shape has 16");
    let text = "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [0x00400010];";
    assert_eq!(numbers(text, &["lane", "column", "registers"]), [64, 16, 2]);
    assert_eq!(read(text).notices, []);
    let text = "tcgen05.st.sync.aligned.16x64b.x2.unpack::16b.b32 [%r0], {%r1, %r2};";
    assert_eq!(numbers(text, &["registers", "columns"]), [2, 8]);
    let text = "tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {%r1, %r2}, [%r5], 64;";
    assert_eq!(numbers(text, &["columns"]), [66]);
    // A load that leaves its warp's lanes, and one that does not exist.
    let text = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [0x00100000];";
    assert_eq!(read(text).notices[0].why, "warp 0 does not reach lane 47: it reaches lanes 0 to 31");
    assert_eq!(
        error("tcgen05.ld.sync.aligned.16x256b.x64.b32 {%r1}, [%r5];"),
        "16x256b.x64 does not exist: a power of two from 1 to 32"
    );
    assert_eq!(
        error("tcgen05.ld.sync.aligned.8x8b.x1.b32 {%r1}, [%r5];"),
        "tcgen05.ld has a shape: 32x32b, 16x64b, 16x128b, 16x256b, 16x32bx2"
    );
    let text = "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r1], %rd2;";
    assert_eq!(numbers(text, &["rows", "row_bytes", "copies"]), [32, 16, 4]);
    let text = "tcgen05.cp.cta_group::2.64x128b.warpx2::02_13.b8x16.b4x16_p64 [%r1], %rd2;";
    let what = read(text).what;
    assert!(what.contains("sources disagree") && what.contains("is not known"), "{what}");
    assert_eq!(
        error("tcgen05.cp.cta_group::1.32x128b [%r1], %rd2;"),
        "32x128b cannot be combined with multicast none"
    );
}

#[test]
fn a_descriptor_of_a_copy_is_shown_in_the_atlas() {
    for text in [
        "SFA 0x0000400800010800",
        "cp 0x0000400800010800",
        "cp of scale factors: 0x0000400800010800",
        "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r1], 0x0000400800010800;",
    ] {
        let said = read(text).shown.said;
        assert_eq!(said.given.map(|given| given.raw()), Some(0x0000_4008_0001_0800), "{text}");
        assert_eq!(said.reader.used_for, Some(Use::Copy));
        assert_eq!(said.reader.shape, Some(CopyShape::R32x128b));
    }
}

#[test]
fn a_scale_factor_is_everywhere_that_the_question_has_it() {
    let lines = json_lines("blackwell/questions.jsonl");
    let line = lines.iter().find(|line| line.text("q").starts_with("Where is SFA of row 37"));
    let data = line.expect("the question").value("data");
    let text = "SFA ue8m0 128x8 row 37 block 5";
    let lanes = data["lanes"].as_array().expect("lanes");
    let wanted = [&data["smem"]].into_iter().chain(lanes).chain([&data["column"], &data["byte"]]);
    let wanted: Vec<u64> = wanted.map(|number| number.as_u64().expect("a number")).collect();
    let found = numbers(text, &["byte_stage", "lanes", "column", "byte"]);
    assert_eq!(found.into_iter().map(u64::from).collect::<Vec<_>>(), wanted);
    let what = read(text).what;
    assert!(what.contains("mxf8f6f4 1X: K step 5, id 1, operand column 4"), "{what}");
    // The type of the factors leaves two kinds; a type of its own leaves one.
    assert!(what.contains("mxf4 2X: K step 2, id 0") && !what.contains("4X"), "{what}");
    // Rows 128 to 255 of A are of a second instruction, all of B of one.
    for (text, column) in [("SFA", 12), ("SFB", 8)] {
        let what = read(&format!("{text} ue8m0 256x8 row 200 block 5")).what;
        let wanted = format!("mxf8f6f4 1X: K step 5, id 1, operand column {column}");
        assert!(what.contains(&wanted), "{what}");
    }
    let what = read("SFB ue4m3 256x16 (200, 2)").what;
    assert!(what.contains("byte 2186 of a whole tensor, byte 650 of a stage"), "{what}");
    assert!(what.contains("mxf4nvf4 4X: K step 0, id 0") && !what.contains("mxf8f6f4"), "{what}");
    // Sources that disagree are both named.
    let what = read("SFB 256x8 row 130 block 1 cta_group::2 M=128 N=256").what;
    assert!(
        what.contains("lanes 66, 98, column 0")
            && what.contains("the PTX ISA places it in lanes 2, 34, 66, 98"),
        "{what}"
    );
    for (text, wanted) in [
        ("SFA ue4m3 mxf4 128x8 row 1 block 1", "No kind has such scale factors"),
        ("SFA 128x8 row 128 block 1", "row 128 is out of range: 0 to 127"),
        ("SFA 128x8 row 1 block 8", "scale factor 8 is out of range: 0 to 7"),
        ("SFA 128x8 row 1", "A scale factor has a row and a block"),
        ("SFA row 3", "How many rows"),
        ("D(70, 33)", "How many rows and columns has D?"),
    ] {
        assert!(error(text).starts_with(wanted), "{text}: {}", error(text));
    }
    // A whole tensor may have more than tensor memory holds.
    let what = read("SFA 1024x128 row 1023 block 127").what;
    assert!(
        what.ends_with(
            "byte 131071 in memory; tensor memory: 1024 columns are more than tensor memory has: 512"
        ),
        "{what}"
    );
    assert_eq!(answer("SFA 1024x128 row 1 block 1").link, None);
}

#[test]
fn an_element_of_d_is_where_the_questions_have_it() {
    for (text, wanted) in [
        ("D 64x64 row 37 col 5", &[0, 69, 5][..]),
        ("D(70,100) M=128 N=128 cta_group::2", &[1, 70, 36]),
        ("D 256x64 (200, 33) cta_group::2", &[1, 72, 33]),
        ("D 32x128 ws (9, 100)", &[0, 105, 4]),
    ] {
        assert_eq!(numbers(text, &["cta", "lanes", "column"]), wanted, "{text}");
    }
    let what = read("D(70,100) M=128 N=128 cta_group::2 sparse").what;
    assert!(
        what.contains("CTA 1, lane 6, column 100; sources disagree: CuTe places it in lane 70, column 36"),
        "{what}"
    );
    assert_eq!(error("D(0,0) M 96"), "no data path is known for M = 96 and cta-group-1: M is one of 64, 128");
}

#[test]
fn links_are_those_of_the_pages() {
    for (text, link) in [
        ("SFA ue8m0 128x8 row 37 block 5", "#/scale"),
        (
            "SFB mxf4nvf4 vec32 192x16 row 9 block 3 cta_group::2 M=256",
            "#/scale?kind=mxf4nvf4&vec=32&operand=B&rows=192&blocks=16&cta_group=2&row=9&block=3",
        ),
        ("D 64x128 row 37 col 5", "#/tensor-memory?kind=f16&m=64&n=128&k=64&regions=d&lane=69&column=5"),
        (
            "tcgen05.ld.sync.aligned.32x32b.x8.b32 {...}, [0x00400010];",
            "#/tensor-memory?shape=32x32b&num=8&lane=64&column=16",
        ),
        (
            "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [0x00000104], %rd2;",
            "#/tensor-memory?lane=0&column=260&cp=64x128b.02_13",
        ),
    ] {
        assert_eq!(answer(text).link.as_deref(), Some(link), "{text}");
    }
}

#[test]
fn links_are_read_whole_by_their_pages() {
    for text in [
        "tmem 0x00400010",
        "tmem 0x002c000c",
        "SFA 0x80000004",
        "D 64x128 row 37 col 5",
        "D(9,100) M 32 N 128 ws",
        "D(70,100) M=128 N=128 cta_group::2",
        "tcgen05.ld.sync.aligned.32x32b.x8.b32 {...}, [0x00400010];",
        "tcgen05.st.sync.aligned.16x256b.x1.b32 [%r1], {...};",
        "tcgen05.cp.cta_group::1.32x128b.warpx4 [0x00000104], %rd2;",
    ] {
        let link = answer(text).link.expect("a link");
        let opened = form_from_link::<TensorMemoryShown>(&link);
        assert_eq!(opened.notices, [], "{link}");
        let cell = opened.shown.cell;
        if let Some((_, FactValue::Number(lane))) =
            answer(text).facts.iter().find(|(name, _)| *name == "lane")
        {
            assert_eq!(cell.lane, *lane, "{link}");
        }
    }
}

#[test]
fn the_page_of_a_scale_factor_shows_it() {
    for text in [
        "SFA ue8m0 128x8 row 37 block 5",
        "SFB mxf4nvf4 vec32 192x16 row 9 block 3 cta_group::2 M=256",
        "SFB ue4m3 256x16 (200, 2)",
        "SFB 256x8 row 130 block 1 cta_group::2 M=128 N=256",
        "SFA 64x4",
    ] {
        let link = answer(text).link.expect("a link");
        let opened = form_from_link::<ScaleShown>(&link);
        assert_eq!(opened.notices, [], "{link}");
        let stage = opened.shown.stage().expect("a stage");
        if !text.contains("row") && !text.contains('(') {
            continue;
        }
        let followed = stage.follow(opened.shown.row, opened.shown.block).expect("a factor");
        assert_eq!(numbers(text, &["row", "block"]), [followed.row, followed.factor], "{text}");
        // The page shows every reading, the box one of them.
        let lanes = |cells: &Vec<swizzle_tmem::Point>| -> Vec<u32> {
            let mut all: Vec<u32> = cells.iter().map(|cell| cell.lane).collect();
            all.push(cells[0].column);
            all
        };
        let found = numbers(text, &["lanes", "column"]);
        assert!(followed.cells.iter().map(lanes).any(|one| one == found), "{text}");
    }
}

#[test]
fn what_is_not_all_of_tensor_memory_is_what_it_was() {
    for text in [
        "A 128x64 bf16 128B",
        "bf16 128x64 K-major for SFA",
        "128x8 row 37",
        "row 3 k 40",
        "0x4000004000010040",
        "tile D 128x64 bf16",
    ] {
        let read = shown_from_paste(text, &GUESS, &Shown::default());
        let goes = read.ok().and_then(|pasted| pasted.goes_to);
        assert_eq!(goes, None, "{text}");
    }
}

/// The first move is answered; another one, and words beside them, are named.
#[test]
fn what_stands_beside_a_move_is_named() {
    let text = "// uses tcgen05.ld_something\n\
        tcgen05.st.sync.aligned.32x32b.x1.b32 [0x00400010], {%r0};\n\
        tcgen05.ld.sync.aligned.16x256b.x1.b32 {%r0, %r1, %r2, %r3}, [%r9];";
    let read = read(text);
    assert!(
        read.what.starts_with("tcgen05.st, 32x32b.x1: 1 register of each thread, 32 lanes × 1 column of each warp; to lane 64, column 16"),
        "{}",
        read.what
    );
    let parts: Vec<&str> = read.notices.iter().map(|one| one.part.as_str()).collect();
    assert!(
        parts.contains(&"tcgen05.ld.sync.aligned.16x256b.x1.b32") && parts.contains(&"ld_something"),
        "{parts:?}"
    );
}

#[test]
fn a_scale_factor_of_no_operand_says_which_is_shown() {
    let notices = |text| self::read(text).notices.len();
    assert_eq!(notices("SFB 128x8 row 37 block 5"), 0);
    assert_eq!(notices("scale factor 128x8 row 37 block 5"), 1);
}
