//! Rows with any exchange as their writers put them in words, held against the addresses that kernels used on an H200, and Triton's
//! code. CuTe's text, Triton's encodings and its pads, `crates/swizzle-parse/tests/rows.rs` opens and holds against the same.

use swizzle_code::build::{Instruction, SaidInstruction};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::law::{RowXor, Rows, Xor, XorOf, exact_text};
use swizzle_core::{Coord, Element, Extent, Layout, Major, Said, SaidTile};
use swizzle_infer::spec_from_said;
use swizzle_tests::{rows, some};

const KERNELS: &str = include_str!("data/mma_sync_layouts.tsv");
const TRITON: &str = include_str!("data/triton_layouts.tsv");

/// The rows below the head of a table.
fn rows_of(table: &str) -> impl Iterator<Item = Vec<&str>> {
    rows(table).skip(1)
}

/// The numbers of a text, in order.
fn numbers(text: &str) -> Vec<u32> {
    text.split(|one: char| !one.is_ascii_digit()).filter_map(|one| one.parse().ok()).collect()
}

fn element(name: &str) -> Element {
    match name {
        "f8E5M2" => Element::E5m2,
        "i8" => Element::S8,
        name => name.parse().expect("an element type"),
    }
}

/// The exchange that a kernel's author wrote down.
fn exchange(words: &str) -> Option<RowXor> {
    let exchange = words.split("bytes), ").nth(1).expect(words);
    if let Some((unit, count)) = exchange.split_once(" ^ ") {
        let (base, count) = (numbers(unit)[0].trailing_zeros(), numbers(count));
        let (shift, mask) = if count.len() > 1 { (count[0], count[1]) } else { (0, count[0]) };
        return RowXor::new(XorOf::Rows, Xor { bits: mask.count_ones(), base, shift });
    }
    let Some(functor) = exchange.strip_prefix("Swizzle") else {
        assert!(exchange.ends_with("no swizzle"), "{words}");
        return None;
    };
    let [bits, base, shift] = numbers(functor)[..3] else { panic!("{words}") };
    RowXor::new(XorOf::Elements, Xor { bits, base, shift })
}

#[test]
fn kernels_have_each_element_where_their_layout_in_words_has_it() {
    let mut checked = 0;
    for row in rows_of(KERNELS) {
        let [_, _, name, _, words, cute, base, all] = row[..] else { panic!("{row:?}") };
        // What TMA writes is no exchange of rows.
        if words.contains("as TMA writes") {
            continue;
        }
        let rows = Rows { pitch_bytes: numbers(words)[2], pad: None, xor: exchange(words) };
        let start = base.parse().expect("an address");
        let layout = Layout::of_rows(Default::default(), element(name), Major::K, start, rows);
        let [mn, k] = numbers(cute.split("o 0 o ").last().expect(cute))[..2] else { panic!("{cute}") };
        assert_eq!(exact_text(&layout, Extent { mn, k }).replace("Swizzle", "Sw"), cute, "{words}");
        for point in all.split(' ') {
            let [mn, k, byte] = numbers(point)[..] else { panic!("{point}") };
            let coord = Coord { mn, k };
            assert_eq!(layout.byte_from_element(coord).byte, byte, "{coord:?} of {words}");
            let there = layout.elements_from_byte(byte, Extent { mn: 128, k: 128 });
            assert!(there.contains(&coord), "{coord:?} of {words}");
            checked += 1;
        }
    }
    assert_eq!(checked, 849);
}

#[test]
fn tritons_code_says_what_it_was_read_from() {
    for row in rows_of(TRITON) {
        let [_, _, name, shape, encoding, ..] = row[..] else { panic!("{row:?}") };
        let (element, shape) = (element(name), numbers(shape));
        let [vec, per_phase, max_phase, fastest] = numbers(encoding)[..4] else { panic!("{row:?}") };
        let xor = Xor {
            bits: max_phase.trailing_zeros(),
            base: (vec * element.pitch_bits() / 8).trailing_zeros(),
            shift: per_phase.trailing_zeros(),
        };
        let major = if fastest == 1 { Major::K } else { Major::Mn };
        let tile = some!(SaidTile { element, major, mn: shape[0], k: shape[1] });
        let tile = SaidTile { row_xor: RowXor::new(XorOf::Rows, xor), ..tile };
        let spec = spec_from_said(&Said { tile, ..Said::default() }).expect("a tile");
        let instruction = Instruction::of(&spec, &SaidInstruction::default());
        let sourced = Sourced { spec: &spec, instruction: &instruction, name: "layout", link: "#/" };
        let text = source_code(Language::Triton, &sourced).expect(encoding);
        let order = if fastest == 1 { "[1, 0]" } else { "[0, 1]" };
        let wanted = format!("(vec={vec}, per_phase={per_phase}, max_phase={max_phase}, order={order})");
        assert!(text.ends_with(&format!("layout = gl.SwizzledSharedLayout{wanted}\n")), "{row:?}\n{text}");
    }
}
