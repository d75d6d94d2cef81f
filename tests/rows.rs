//! Rows with any exchange, held against the addresses that kernels used on an H200: those of the layout in words, and those of
//! CuTe's text or Triton's encoding, which Triton's code has again.

use swizzle_code::build::{Instruction, SaidInstruction};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::law::{Pad, RowXor, Rows, Xor, XorOf, exact_text};
use swizzle_core::{Coord, Element, Extent, Layout, LayoutParams, LboMode, Major, Said, SaidTile, Swizzle};
use swizzle_infer::spec_from_said;
use swizzle_tests::{grid, rows, some};

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

/// Rows and columns with their addresses.
fn points(text: &str) -> impl Iterator<Item = [u32; 3]> {
    text.split(' ').map(|point| numbers(point).try_into().expect("a row, a column and an address"))
}

fn layout(element: Element, start: u32, rows: Rows) -> Layout {
    Layout::of_rows(Default::default(), element, Major::K, start, rows)
}

/// The layout that a kernel's author wrote down.
fn from_words(words: &str, element: Element, start: u32) -> Layout {
    let all = numbers(words);
    if words.contains("as TMA writes") {
        let [_, _, rows, row_bytes] = all[..4] else { panic!("{words}") };
        let swizzle = [Swizzle::B32, Swizzle::B64, Swizzle::B128].into_iter();
        return Layout::new(LayoutParams {
            element,
            major: Major::K,
            swizzle: swizzle.into_iter().find(|mode| mode.row_bytes() == row_bytes).expect(words),
            start_bytes: start,
            lbo_bytes: rows * row_bytes,
            sbo_bytes: 8 * row_bytes,
            base_offset: 0,
            lbo_mode: LboMode::Relative,
            space: Default::default(),
        });
    }
    let exchange = words.split("bytes), ").nth(1).expect(words);
    let xor = match (exchange.split_once(" ^ "), exchange.strip_prefix("Swizzle")) {
        (Some((unit, count)), _) => {
            let (base, count) = (numbers(unit)[0].trailing_zeros(), numbers(count));
            let (shift, mask) = if count.len() > 1 { (count[0], count[1]) } else { (0, count[0]) };
            RowXor::new(XorOf::Rows, Xor { bits: mask.count_ones(), base, shift })
        }
        (None, Some(functor)) => functor_of(functor),
        (None, None) => {
            assert!(exchange.ends_with("no swizzle"), "{words}");
            None
        }
    };
    layout(element, start, Rows { pitch_bytes: all[2], pad: None, xor })
}

fn functor_of(text: &str) -> Option<RowXor> {
    let [bits, base, shift] = numbers(text)[..3] else { panic!("{text}") };
    RowXor::new(XorOf::Elements, Xor { bits, base, shift })
}

/// CuTe's text of rows: the functor, and the stride of a row in elements.
fn from_cute(text: &str, element: Element, start: u32) -> Option<Layout> {
    let strides = text.split("):(").nth(1)?;
    let [pitch, 1] = numbers(strides)[..] else { return None };
    let pitch_bytes = pitch * element.pitch_bits() / 8;
    let xor = text.starts_with("Sw").then(|| functor_of(text).expect("it exchanges something"));
    Some(layout(element, start, Rows { pitch_bytes, pad: None, xor }))
}

fn assert_at(layout: &Layout, [row, column, byte]: [u32; 3], extent: Extent, of: &str) {
    let coord = Coord { mn: row, k: column };
    assert_eq!(layout.byte_from_element(coord).byte, byte, "({row}, {column}) of {of}");
    assert!(layout.elements_from_byte(byte, extent).contains(&coord), "({row}, {column}) of {of}");
}

#[test]
fn kernels_have_each_element_where_their_layout_has_it() {
    let (mut in_words, mut in_cute) = (0, 0);
    for row in rows_of(KERNELS) {
        let [_, _, name, _, words, cute, base, all] = row[..] else { panic!("{row:?}") };
        let (element, base) = (element(name), base.parse().expect("an address"));
        let of_words = from_words(words, element, base);
        let extent = Extent { mn: 128, k: 128 };
        if !words.contains("as TMA writes") {
            let [mn, k] = numbers(cute.split("o 0 o ").last().expect(cute))[..2] else { panic!("{cute}") };
            let text = exact_text(&of_words, Extent { mn, k });
            assert_eq!(text.replace("Swizzle", "Sw"), cute, "{words}");
        }
        for point in points(all) {
            assert_at(&of_words, point, extent, words);
            in_words += 1;
            if let Some(of_cute) = from_cute(cute, element, base) {
                assert_at(&of_cute, point, extent, words);
                in_cute += 1;
            }
        }
    }
    assert_eq!((in_words, in_cute), (1073, 947));
}

#[test]
fn triton_has_each_element_where_its_encoding_has_it_and_says_what_it_was_read_from() {
    let mut checked = 0;
    for row in rows_of(TRITON) {
        let [_, _, name, shape, encoding, base, all] = row[..] else { panic!("{row:?}") };
        let (element, shape) = (element(name), numbers(shape));
        let [vec, per_phase, max_phase, fastest] = numbers(encoding)[..4] else { panic!("{row:?}") };
        let bytes = element.pitch_bits() / 8;
        let xor = Xor {
            bits: max_phase.trailing_zeros(),
            base: (vec * bytes).trailing_zeros(),
            shift: per_phase.trailing_zeros(),
        };
        let pitch_bytes = shape[fastest as usize] * bytes;
        let xor = RowXor::new(XorOf::Rows, xor);
        let start = base.parse().expect("an address");
        let law = layout(element, start, Rows { pitch_bytes, pad: None, xor });
        for [row, column, byte] in points(all) {
            let at = if fastest == 1 { [row, column, byte] } else { [column, row, byte] };
            assert_at(&law, at, Extent { mn: 64, k: 64 }, encoding);
            checked += 1;
        }
        let major = if fastest == 1 { Major::K } else { Major::Mn };
        let tile = SaidTile { row_xor: xor, ..some!(SaidTile { element, major, mn: shape[0], k: shape[1] }) };
        let spec = spec_from_said(&Said { tile, ..Said::default() }).expect("a tile");
        let instruction = Instruction::of(&spec, &SaidInstruction::default());
        let sourced = Sourced { spec: &spec, instruction: &instruction, name: "layout", link: "#/" };
        let text = source_code(Language::Triton, &sourced).expect(encoding);
        let order = if fastest == 1 { "[1, 0]" } else { "[0, 1]" };
        let wanted = format!("(vec={vec}, per_phase={per_phase}, max_phase={max_phase}, order={order})");
        assert!(text.ends_with(&format!("layout = gl.SwizzledSharedLayout{wanted}\n")), "{row:?}\n{text}");
    }
    assert_eq!(checked, 131);
}

/// Triton's padded layout: the offset, and a pad for each whole interval before it. Source: Triton 3.6, `PaddedSharedEncodingAttr`.
#[test]
fn padded_rows_are_tritons_sum() {
    for (width, every, bytes) in [(64, 256, 4), (64, 64, 8), (64, 32, 4), (128, 512, 16), (32, 4096, 2)] {
        let (row, e) = (width * 2, 2);
        let pad = match every < width {
            true => Pad::Within { every_bytes: every * e, bytes: bytes * e },
            false => Pad::Between { rows: every / width, bytes: bytes * e },
        };
        let pitch_bytes = row + if every < width { width / every * bytes * e } else { 0 };
        let layout = layout(Element::F16, 0x400, Rows { pitch_bytes, pad: Some(pad), xor: None });
        for (mn, k) in grid(64, width) {
            let offset = mn * width + k;
            let byte = 0x400 + (offset + offset / every * bytes) * e;
            assert_at(&layout, [mn, k, byte], Extent { mn: 64, k: width }, "padded rows");
        }
    }
}
