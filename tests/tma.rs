//! TMA against an H200: which tensor maps the driver takes, where boxes land, and boxes against the tiles that they write.

use std::collections::BTreeSet;

use swizzle_code::tma::cute_code;
use swizzle_core::hardware::Chip;
use swizzle_core::law::Coord;
use swizzle_core::tile::Tile;
use swizzle_core::tma::{
    DataType, Dimension, Im2col, Interleave, L2Promotion, MapSwizzle, OobFill, TensorMap, demands,
    landing_from_map, refusals_of_map,
};
use swizzle_core::{Arch, Descriptor, Element, Extent, Layout, LayoutParams, Major, Named, Order, Swizzle};
use swizzle_lints::tma::{
    BoxAt, Boxes, Covered, boxes_against_descriptor, boxes_against_read, boxes_from_tile, params_from_boxes,
};
use swizzle_tests::{CsvRow, Report, coords, csv_rows, grid, pairs};

/// The map of a row of `tensor_maps_h200.csv` or `map_limits_h100.csv`; `None` for a number that an enumeration does not have.
fn map_from_row(row: &CsvRow) -> Option<TensorMap> {
    let number = |column: &str| row.text(column).parse::<i64>().expect(column);
    let (has, choice) =
        (|column: &str| row.cells().any(|(name, _)| name == column), |column: &str| number(column) as usize);
    let dimension = |at: usize| Dimension {
        extent: number(&format!("extent{at}")) as u64,
        stride_bytes: match at {
            0 => 0,
            _ => row.text(&format!("stride{}", at - 1)).parse().expect("a stride"),
        },
        box_elements: number(&format!("box{at}")) as u32,
        element_stride: number(&format!("every{at}")) as u32,
    };
    let rank = choice("rank");
    let corner = |name: &str| -> Vec<i64> {
        (0..rank.clamp(2, 5) - 2).map(|at| number(&format!("{name}{at}"))).collect()
    };
    let is_im2col = has("function") && row.text("function") == "im2col";
    Some(TensorMap {
        data_type: *DataType::ALL.get(choice("type"))?,
        interleave: *Interleave::ALL.get(choice("interleave"))?,
        swizzle: *MapSwizzle::ALL.get(choice("swizzle"))?,
        global_address: row.text("address").parse().unwrap_or(0),
        // There are values for five: a rank of 6 is told by its number alone.
        dimensions: (0..rank).map(|at| dimension(at.min(4))).collect(),
        im2col: is_im2col.then(|| Im2col {
            channels: number("box0") as u32,
            pixels: number("box1") as u32,
            lower: corner("lower"),
            upper: corner("upper"),
        }),
        l2_promotion: if has("l2") { *L2Promotion::ALL.get(choice("l2"))? } else { L2Promotion::default() },
        oob_fill: if has("oob") { *OobFill::ALL.get(choice("oob"))? } else { OobFill::default() },
    })
}

#[test]
fn maps_are_refused_as_the_driver_refuses_them() {
    for (file, column, accepted, count) in
        [("tensor_maps_h200.csv", "accepted", 1, 1521), ("map_limits_h100.csv", "result", 0, 550)]
    {
        let mut report = Report::new();
        let rows = csv_rows(file);
        for row in &rows {
            let refusals = map_from_row(row).map(|map| refusals_of_map(&map, Chip::Sm90));
            let found = refusals.as_ref().is_some_and(Vec::is_empty);
            report.equal(&row.at(), &format_args!("{refusals:?}"), &found, &(row.number(column) == accepted));
        }
        assert_eq!(rows.len(), count);
        report.finish(file);
    }
}

/// The copy that a row of `tma_h200.csv` made.
fn box_from_row(row: &CsvRow) -> TensorMap {
    let element = row.number("element_bytes");
    let data_type = match element {
        1 => DataType::Uint8,
        2 => DataType::Uint16,
        _ => DataType::Uint32,
    };
    let swizzle = MapSwizzle::from_name(row.text("swizzle")).expect("a mode");
    let sides = (row.number("box_inner_bytes") / element, row.number("box_rows"));
    TensorMap::matrix(data_type, swizzle, (1024, 1024), sides)
}

#[test]
fn boxes_land_where_the_hardware_put_them() {
    let file = "tma_h200.csv";
    let mut report = Report::new();
    let rows = csv_rows(file);
    for row in &rows {
        let map = box_from_row(row);
        let is_taken = refusals_of_map(&map, Chip::Sm90).is_empty();
        report.equal(&row.at(), &"taken", &is_taken, &(row.number("accepted") == 1));
        if !is_taken {
            continue;
        }
        let destination = row.number("destination");
        assert!(demands(&map, destination)[0].is_met, "{}", row.at());
        let landing = landing_from_map(&map, destination).expect("it was measured");
        let found = landing.address(row.number("row"), row.number("byte"));
        report.equal(&row.at(), &"address", &found, &Some(row.number("address")));
    }
    assert_eq!(rows.len(), 476);
    report.finish(file);
}

/// The twin walks shared memory and asks which byte of the box each 16-byte unit has, by the line patterns of the PTX ISA's
/// figures.
#[test]
fn a_box_lands_by_the_patterns_of_the_figures() {
    const LINES: [(MapSwizzle, &[&str]); 5] = [
        (MapSwizzle::B32, &["01234567", "10325476"]),
        (MapSwizzle::B64, &["01234567", "10325476", "23016745", "32107654"]),
        (
            MapSwizzle::B128,
            &["01234567", "10325476", "23016745", "32107654", "45670123", "54761032", "67452301", "76543210"],
        ),
        (MapSwizzle::B128Atom32, &["01234567", "23016745", "45670123", "67452301"]),
        (MapSwizzle::B128Atom64, &["01234567", "45670123"]),
    ];
    for (swizzle, lines) in LINES {
        let span = swizzle.span_bytes().expect("it is a swizzle");
        for inner in [16, 32, 64, 128].into_iter().filter(|inner| *inner <= span) {
            for destination in (0..2048).step_by(128) {
                let map = TensorMap::matrix(DataType::Uint8, swizzle, (1024, 1024), (inner, 24));
                let landing = landing_from_map(&map, destination).expect("a pattern");
                for unit in 0..24 * span / 16 {
                    let at = destination + unit * 16;
                    let line = lines[at as usize / 128 % lines.len()].as_bytes();
                    let in_line = u32::from(line[at as usize % 128 / 16] - b'0');
                    // Before the exchange, the data at `at` is `in_line` units into the line.
                    let plain = at / 128 * 128 + in_line * 16;
                    let Some(from) = plain.checked_sub(destination) else {
                        continue;
                    };
                    let (row, byte) = (from / span, from % span);
                    let wanted = (byte < inner && row < 24).then_some(at);
                    assert_eq!(landing.address(row, byte), wanted, "{swizzle:?} {inner} {at}");
                }
            }
        }
    }
}

#[test]
fn the_boxes_of_a_tile_write_what_its_law_says() {
    let elements = [Element::Bf16, Element::Tf32, Element::S8];
    let modes = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];
    let forms: Vec<_> = pairs(&elements, &modes).collect();
    let orders: Vec<_> = pairs(Major::ALL, Order::ALL).collect();
    let sides: Vec<_> =
        pairs(&[(64, 64), (8, 128), (128, 32), (320, 64), (64, 320)], &[0x400, 0x480, 0x1c400]).collect();
    let mut count = 0;
    for ((element, swizzle), (major, order)) in pairs(&forms, &orders) {
        for ((mn, k), start_bytes) in &sides {
            let (mn, k, start_bytes) = (*mn, *k, *start_bytes);
            let tile = Tile { element, major, swizzle, mn, k, order, start_bytes, ..Tile::default() };
            count += usize::from(check_tile(&Tile { buffer: Extent { mn, k }, ..tile }.packed()));
        }
    }
    assert!(count > 600, "{count}");
}

/// Whether there are boxes; if so, every element lands at its address in the tile, and each box is accepted.
fn check_tile(tile: &Tile) -> bool {
    let boxes = match boxes_from_tile(tile) {
        Ok(boxes) => boxes,
        Err(why) => {
            assert!(why.to_string().contains("multiple of"), "{why}");
            return false;
        }
    };
    assert_eq!(refusals_of_map(&boxes.map, Chip::Sm90), []);
    let mut bytes = 0;
    for one in &boxes.boxes {
        assert!(demands(&boxes.map, one.destination_bytes)[0].is_met);
        let landing = boxes.landing(one).expect("a landing");
        bytes += u64::from(landing.inner_bytes * landing.rows);
    }
    assert_eq!(boxes.transaction_bytes(), bytes);
    for at in coords(Extent { mn: tile.mn, k: tile.k }) {
        let found = boxes.byte_from_element(tile.element, at);
        assert_eq!(found, Some(tile.byte_from_element(at).byte), "{at:?} of {tile:?}");
    }
    true
}

#[test]
fn a_tile_that_no_box_writes_is_refused_with_a_reason() {
    let tile = Tile::default();
    for (tile, why) in [
        (Tile { pattern_bytes: 0x80, ..tile }, "the TMA pattern starts at address 0"),
        (Tile { start_bytes: 0x440, ..tile }, "not a multiple of 128 bytes: the copy would fault"),
        (Tile { element: Element::B1, ..tile }, "tensor maps do not support b1 elements"),
        (Tile { row_bytes: Some(144), ..tile }, "TMA without swizzle writes them without gaps"),
    ] {
        let refused = boxes_from_tile(&tile).expect_err(why).to_string();
        assert!(refused.contains(why), "{refused}");
    }
    let plain = boxes_from_tile(&Tile { row_bytes: Some(128), ..tile }).expect("plain rows");
    assert_eq!((plain.map.swizzle, plain.boxes.len()), (MapSwizzle::None, 1));
}

/// CUDA's code, `host_code.rs` compiles and runs.
#[test]
fn the_code_of_cute_names_the_atom() {
    let tile = Tile { k: 128, buffer: Extent { mn: 64, k: 128 }, ..Tile::default() }.packed();
    let cute = cute_code(&tile).expect("CuTe has an atom");
    assert!(
        cute.contains("GMMA::Layout_K_SW128_Atom<Element>{}, Shape<_64, _128>{}, Step<_1, _2>{}"),
        "{cute}"
    );
    assert_eq!(cute_code(&Tile { sbo_bytes: 2048, ..tile }), None);
}

/// Boxes of a tile are read by the tile's own descriptor, and by no other; what is told mends either side.
#[test]
fn boxes_meet_the_descriptor_that_reads_them() {
    let (mut met, mut missed) = (0, 0);
    for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
        for major in [Major::K, Major::Mn] {
            for order in [Order::Mn, Order::K] {
                let buffer = Extent { mn: 128, k: 128 };
                let tile =
                    Tile::packed(Tile { swizzle, major, order, mn: 128, k: 128, buffer, ..Tile::default() });
                let boxes = boxes_from_tile(&tile).expect("boxes");
                let (first, extent) = (Coord { mn: 64, k: 16 }, Extent { mn: 64, k: 16 });
                let layout = tile.layout();
                // A read that begins at the cell: the law's own address of it.
                let params = layout.params();
                let start = layout.absolute_from_element(first);
                let of_start = |start_bytes, lbo_bytes, sbo_bytes| {
                    let params = LayoutParams { start_bytes, lbo_bytes, sbo_bytes, ..params };
                    boxes_against_read(&boxes, tile.element, &Layout::new(params), first, extent)
                };
                let right = of_start(start, params.lbo_bytes, params.sbo_bytes);
                assert_eq!((right.meets, right.first_missed), ((1024, 1024), None), "{tile:?}");
                assert_eq!((right.reader, right.writer), (None, None));
                met += 1;
                let wrong = of_start(start + 1024, params.lbo_bytes, params.sbo_bytes);
                assert!(wrong.first_missed.is_some(), "{tile:?}");
                let reader = wrong.reader.expect("a repair");
                assert!(reader.contains(&format!("start {start:#x}, ")), "{reader}");
                let read = params_from_boxes(&boxes, tile.element).expect("it is read");
                let of_boxes = (read.lbo_bytes, read.sbo_bytes, read.swizzle, read.start_bytes);
                let of_tile = (params.lbo_bytes, params.sbo_bytes, swizzle, params.start_bytes);
                assert_eq!(of_boxes, of_tile, "{tile:?}");
                assert!(wrong.writer.expect("a repair").contains("boxes"));
                missed += 1;
            }
        }
    }
    assert_eq!((met, missed), (16, 16));
}

/// A box of a large tensor against a descriptor of another mode: either side can mend it, the writer's for the box alone.
#[test]
fn either_side_can_mend_a_box_of_another_mode() {
    let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (4096, 4096), (64, 128));
    let boxes = Boxes {
        map,
        major: Major::K,
        boxes: vec![BoxAt { origin: Coord { mn: 0, k: 0 }, destination_bytes: 0x400 }],
    };
    let meet = |raw| boxes_against_descriptor(&boxes, Element::Bf16, Descriptor::new(Arch::Wgmma, raw));
    assert_eq!(meet(0x4000_0040_0001_0040).meets, (1024, 1024));
    let wrong = meet(0x8000_0020_0001_0040);
    let [reader, writer] = [wrong.reader, wrong.writer].map(|side| side.expect("a repair"));
    let is_named = reader.contains("swizzle 128B, start 0x400, LBO 16, SBO 1024");
    assert!(is_named, "{reader}");
    assert!(writer.contains("swizzle 64B"), "{writer}");
    assert!(writer.contains("Destinations: 0x400, 0x2400."), "{writer}");
}

/// The twin counts the rows' spans that any byte of the box is in.
#[test]
fn a_box_covers_what_its_bytes_reach() {
    for swizzle in [MapSwizzle::None, MapSwizzle::B32, MapSwizzle::B64, MapSwizzle::B128] {
        for units in 1..=swizzle.span_bytes().unwrap_or(64) / 16 {
            for rows in [1, 3, 8, 128] {
                let map = TensorMap::matrix(DataType::Uint8, swizzle, (1024, 1024), (units * 16, rows));
                for destination in [0x400, 0x480] {
                    let landing = landing_from_map(&map, destination).expect("it was measured");
                    let all = grid(rows, units * 16)
                        .map(|(row, byte)| landing.address(row, byte).expect("in the box"));
                    let spans: BTreeSet<u32> = all.map(|at| at / landing.pitch_bytes).collect();
                    let covered = Covered::of(&landing);
                    // Without swizzle rows need not begin where a multiple of them does: they follow each other.
                    if swizzle != MapSwizzle::None {
                        let twin = spans.len() as u64 * u64::from(landing.pitch_bytes);
                        assert_eq!(covered.span_bytes, twin, "{swizzle:?} {units} {rows}");
                    }
                    assert_eq!(covered.written_bytes, u64::from(units * 16 * rows));
                }
            }
        }
    }
}
