//! How long a table of byte addresses takes, beside a plain fill of the same table and the law element by element.
//!
//! Run it with `cargo bench -p swizzle-core --bench fill`. The three ways take turns, so that other load on the machine
//! affects them alike; medians are printed, and what counts is their ratio to the plain fill. The parameters go
//! through `black_box`: the compiler knows as little of them as in a program that reads them from a user.

use std::hint::black_box;
use std::time::{Duration, Instant};

use swizzle_core::{
    Coord, Element, Extent, Layout, LayoutParams, LboMode, Major, Named as _, Said, SaidTile, Swizzle,
};
use swizzle_infer::spec_from_said;

/// What a fill of a packed tile may take, in plain fills.
const AIM: f64 = 1.5;

/// What a fill of an uneven one may take.
const AIM_UNEVEN: f64 = 3.0;

/// A size of the table, and how it is timed.
struct Case {
    extent: Extent,
    /// Turns that each way has.
    rounds: usize,
    /// Fills in one turn, so that a turn is long beside the clock's own time.
    repeats: u32,
}

const CASES: [Case; 2] = [
    Case { extent: Extent { mn: 256, k: 64 }, rounds: 61, repeats: 64 },
    Case { extent: Extent { mn: 4096, k: 4096 }, rounds: 11, repeats: 1 },
];

fn main() {
    for case in &CASES {
        let Extent { mn, k } = case.extent;
        println!("\n{mn} × {k} bf16, medians of {} rounds", case.rounds);
        println!(
            "{:<28}{:>12}{:>12}{:>12}{:>14}{:>14}",
            "", "plain µs", "fill µs", "law µs", "fill / plain", "law / plain"
        );
        for (kind, aim, layouts) in [("packed", AIM, packed(case.extent)), ("uneven", AIM_UNEVEN, uneven())] {
            let mut worst: f64 = 0.0;
            for (name, layout) in layouts {
                let [plain, fill, law] = measure(case, &layout).map(|time| time.as_secs_f64() * 1e6);
                println!(
                    "{name:<28}{plain:>12.2}{fill:>12.2}{law:>12.2}{:>14.2}{:>14.2}",
                    fill / plain,
                    law / plain
                );
                worst = worst.max(fill / plain);
            }
            let verdict = if worst <= aim { "met" } else { "NOT met" };
            println!("worst fill / plain of the {kind} ones {worst:.2}, aim at most {aim}: {verdict}");
        }
    }
}

/// Every mode with both major-nesses, packed.
fn packed(extent: Extent) -> Vec<(String, Layout)> {
    let modes =
        Major::ALL.iter().flat_map(|major| Swizzle::ALL.iter().map(move |swizzle| (*major, *swizzle)));
    let layout = |(major, swizzle): (Major, Swizzle)| {
        let tile = SaidTile {
            major: Some(major),
            swizzle: Some(swizzle),
            mn: Some(extent.mn),
            k: Some(extent.k),
            ..SaidTile::default()
        };
        let spec = spec_from_said(&Said { tile, ..Said::default() }).expect("the extents are legal");
        (format!("{}-major {}", major.name(), swizzle.name()), *spec.layout())
    };
    modes.map(layout).collect()
}

/// Strides and a start with which no two rows have the same phases: legal, and of no use, but the worst that a reader
/// can ask for.
fn uneven() -> Vec<(String, Layout)> {
    let layout = |major: &Major| {
        let layout = Layout::new(LayoutParams {
            element: Element::Bf16,
            major: *major,
            swizzle: Swizzle::B128,
            start_bytes: 0x7f0,
            lbo_bytes: 1040,
            sbo_bytes: 8208,
            base_offset: 3,
            lbo_mode: LboMode::Relative,
            space: Default::default(),
        });
        (format!("{}-major 128B, uneven", major.name()), layout)
    };
    Major::ALL.iter().map(layout).collect()
}

/// Medians of the three ways: plain, fill, law.
fn measure(case: &Case, layout: &Layout) -> [Duration; 3] {
    let Extent { mn, k } = case.extent;
    let mut table = vec![0_u32; mn as usize * k as usize];
    let mut expected = table.clone();
    by_law(layout, k, &mut expected);
    layout.fill_byte_table(k, &mut table);
    assert!(table == expected, "the fill is not the law: {layout:?}");
    drop(expected);

    let mut times = [const { Vec::new() }; 3];
    for _ in 0..case.rounds {
        let ways: [fn(&Layout, u32, &mut [u32]); 3] = [plain, Layout::fill_byte_table, by_law];
        for (way, times) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..case.repeats {
                way(black_box(layout), black_box(k), black_box(&mut table));
            }
            times.push(start.elapsed() / case.repeats);
        }
    }
    times.map(|mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    })
}

/// The yardstick: every element is written once, with a number that costs next to nothing.
#[inline(never)]
fn plain(_: &Layout, _: u32, table: &mut [u32]) {
    for (to, index) in table.iter_mut().zip(0..) {
        *to = index;
    }
}

/// The obvious loop: the law, element by element.
#[inline(never)]
fn by_law(layout: &Layout, k: u32, table: &mut [u32]) {
    for (mn, row) in table.chunks_exact_mut(k as usize).enumerate() {
        for (to, k) in row.iter_mut().zip(0..) {
            *to = layout.byte_from_element(Coord { mn: mn as u32, k }).byte;
        }
    }
}
