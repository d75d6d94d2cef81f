//! The layouts of scale factors by name, against the order in which each walks through its factors.

use std::fmt::Write as _;

use swizzle_code::{ScaleLanguage, scale_code};
use swizzle_core::Named as _;
use swizzle_expression::tree;
use swizzle_tests::{assert_printed, grid, pairs};
use swizzle_tmem::scale::{Order, Pair, ScaleBlocks, recognized};

/// Sizes: whole blocks, one factor, and padding in every direction.
const SIZES: [(u32, u32); 8] = [(128, 4), (256, 16), (1, 1), (8, 4), (200, 6), (129, 5), (7, 9), (384, 3)];

/// Row and factor of each byte, padding included: nested loops, the outermost first, and no arithmetic of the law.
fn walked(order: Order, rows: u32, factors: u32) -> Vec<(u32, u32)> {
    let (high, wide) = (rows.div_ceil(128), factors.div_ceil(4));
    let block = |(group, word): (u32, u32)| {
        let lines = grid(32, 4).map(move |(line, quarter)| 128 * group + 32 * quarter + line);
        lines.flat_map(move |row| (4 * word..4 * word + 4).map(move |factor| (row, factor)))
    };
    match order {
        Order::Tensor => grid(high, wide).flat_map(block).collect(),
        Order::Stage => grid(wide, high).map(|(word, group)| (group, word)).flat_map(block).collect(),
        Order::Linear => grid(rows, factors).collect(),
        Order::Rows8 => {
            let words = grid(rows.div_ceil(8), wide);
            words
                .flat_map(|(group, word)| grid(8, 4).map(move |(row, at)| (8 * group + row, 4 * word + at)))
                .collect()
        }
    }
}

#[test]
fn every_byte_holds_the_factor_that_the_layout_walks_to() {
    for (order, (rows, factors)) in pairs(Order::ALL, &SIZES) {
        let blocks = ScaleBlocks::new(order, rows, factors).expect("it fits");
        let wanted = walked(order, rows, factors);
        let (padded_rows, padded_factors) = order.padded(rows, factors);
        assert_eq!(padded_rows * padded_factors, blocks.bytes(), "{order} {rows} × {factors}");
        assert_eq!(wanted.len() as u32, blocks.bytes(), "{order} {rows} × {factors}");
        for (byte, at) in (0..).zip(&wanted) {
            assert_eq!(blocks.factor_from_byte(byte), Some(*at), "{order} {rows} × {factors}: {byte}");
            let is_factor = at.0 < rows && at.1 < factors;
            assert_eq!(blocks.held_at(byte), is_factor.then_some(*at));
            if is_factor {
                assert_eq!(blocks.byte_from_factor(at.0, at.1), Ok(byte));
            }
        }
        assert_eq!(blocks.factor_from_byte(blocks.bytes()), None);
    }
}

#[test]
fn a_pair_counts_what_a_walk_through_both_layouts_counts() {
    for (written, read) in pairs(Order::ALL, Order::ALL) {
        for (rows, factors) in SIZES {
            let (there, here) = (walked(written, rows, factors), walked(read, rows, factors));
            let is_wrong = |(byte, at): &(usize, &(u32, u32))| {
                at.0 < rows && at.1 < factors && there.get(*byte) != Some(*at)
            };
            let wrong = here.iter().enumerate().filter(is_wrong).count() as u32;
            let pair = Pair::new(written, read, rows, factors).expect("they fit");
            assert_eq!(pair.wrong, wrong, "{written} {read} {rows} × {factors}");
            assert_eq!(pair.first_wrong.is_some(), wrong > 0);
            assert!(!pair.text().is_empty());
        }
    }
    assert!(Pair::new(Order::Linear, Order::Tensor, u32::MAX, u32::MAX).is_err());
    assert!(Pair::new(Order::Linear, Order::Tensor, 0, 4).is_err());
}

#[test]
fn a_buffer_is_recognised() {
    let value = |row: u32, factor: u32| (row.wrapping_mul(131) ^ factor.wrapping_mul(29)) as u8;
    for order in Order::ALL.iter().copied() {
        for (rows, factors) in [(256, 16), (200, 6), (300, 12)] {
            let held = walked(order, rows, factors).into_iter();
            let is_factor = |(row, factor): &(u32, u32)| *row < rows && *factor < factors;
            let buffer: Vec<u8> = held.map(|at| if is_factor(&at) { value(at.0, at.1) } else { 0 }).collect();
            let found = recognized(&buffer, rows, factors, value).expect("it fits");
            assert_eq!((found[0].order, found[0].right), (order, rows * factors));
            assert!(found[1..].iter().all(|one| one.right < rows * factors), "{found:?}");
            // A buffer that is too small is not said to have a layout.
            let found = recognized(&buffer[1..], rows, factors, value).expect("it fits");
            assert!(found.iter().all(|one| one.order != order));
        }
    }
}

#[test]
fn the_names_of_projects_lead_to_their_layouts() {
    for (word, order) in [
        ("tensor", Order::Tensor),
        ("128x4", Order::Tensor),
        ("SWIZZLE_32_4_4", Order::Tensor),
        ("torch.nn.functional.SwizzleType.NO_SWIZZLE", Order::Linear),
        ("QuantizationSFLayout::SWIZZLED_8x4", Order::Rows8),
        ("R8c4", Order::Rows8),
        ("trtllm::gen::SfLayout::R128c4", Order::Tensor),
        ("to_blocked", Order::Tensor),
        ("swizzle_blockscale", Order::Tensor),
        ("is_sf_swizzled_layout=False", Order::Linear),
        ("deduce_smem_layoutSFA", Order::Stage),
        ("row-major", Order::Linear),
    ] {
        assert_eq!(Order::from_word(word), Some(order), "{word}");
    }
    for word in ["", "128", "x4", "swizzle", "."] {
        assert_eq!(Order::from_word(word), None, "{word}");
    }
    for order in Order::ALL.iter().copied() {
        for one in order.names() {
            assert!(!one.source.is_empty() && !one.project.is_empty(), "{one:?}");
        }
    }
}

/// The value of the arithmetic that is emitted, with numbers for its names.
fn evaluated(text: &str, [row, block, rows, blocks]: [u32; 4]) -> i64 {
    let all = tree::tree(text);
    let node = all[0].only().expect("one expression");
    let value = node.evaluate(|node, values| match (node.text, values) {
        ("row", _) => Ok(i64::from(row)),
        ("block", _) => Ok(i64::from(block)),
        ("rows", _) => Ok(i64::from(rows)),
        ("blocks", _) => Ok(i64::from(blocks)),
        (_, [only]) => Ok(*only),
        _ => Err("no name of it"),
    });
    value.expect("a number")
}

#[test]
fn the_emitted_arithmetic_is_the_law() {
    for order in Order::ALL.iter().copied() {
        let text = order.expression("/");
        for (rows, factors) in SIZES {
            let blocks = ScaleBlocks::new(order, rows, factors).expect("it fits");
            for (row, factor) in blocks.places() {
                let value = evaluated(&text, [row, factor, rows, factors]);
                assert_eq!(value, i64::from(blocks.byte(row, factor)), "{text}: {row}, {factor}");
            }
        }
        let cuda = scale_code(ScaleLanguage::Cuda, Order::Linear, order);
        assert!(cuda.contains(&format!("  return {text};\n")), "{cuda}");
    }
}

/// The index functions in Python, run over all factors; `torch` is a module without contents.
#[test]
fn python_has_the_same_bytes() {
    let mut main = String::from("import sys, types\nsys.modules['torch'] = types.ModuleType('torch')\n");
    let mut wanted = String::new();
    for order in Order::ALL.iter().copied() {
        let code = scale_code(ScaleLanguage::PyTorch, Order::Linear, order);
        assert!(!code.contains('@'), "{code}");
        let name = code.lines().filter_map(|line| line.strip_prefix("def byte_in_")).nth(1);
        let name = name.and_then(|line| line.split_once('(')).expect("a function").0;
        main.push_str(&code);
        for (rows, factors) in SIZES {
            let blocks = ScaleBlocks::new(order, rows, factors).expect("it fits");
            let sum: u64 = (1..)
                .zip(blocks.places())
                .map(|(at, (row, factor)): (u64, _)| at * u64::from(blocks.byte(row, factor)))
                .sum();
            writeln!(wanted, "{sum} {}", blocks.bytes()).expect("a string");
            writeln!(
                main,
                "print(sum((i + 1) * byte_in_{name}(i // {factors}, i % {factors}, {rows}, {factors}) for i in range({rows} * {factors})), bytes_of_{name}({rows}, {factors}))"
            )
            .expect("a string");
        }
    }
    assert_printed(&["python3"], &[], &[("main.py".into(), main)], &wanted, |at| format!("{at}"));
}
