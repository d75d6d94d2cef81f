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

/// How the names of uneven layouts end.
const UNEVEN: &str = ", uneven";

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

/// Medians of the three ways.
struct Times {
    plain: Duration,
    fill: Duration,
    naive: Duration,
}

fn main() {
    for case in &CASES {
        let Extent { mn, k } = case.extent;
        println!("\n{mn} × {k} bf16, medians of {} rounds", case.rounds);
        println!(
            "{:<28}{:>12}{:>12}{:>12}{:>14}{:>14}",
            "", "plain µs", "fill µs", "law µs", "fill / plain", "law / plain"
        );
        let (mut worst, mut worst_uneven): (f64, f64) = (0.0, 0.0);
        for (name, layout) in packed(case.extent).into_iter().chain(uneven()) {
            let times = measure(case, &layout);
            let ratio = |time: Duration| time.as_secs_f64() / times.plain.as_secs_f64();
            let of_kind = match name.ends_with(UNEVEN) {
                true => &mut worst_uneven,
                false => &mut worst,
            };
            *of_kind = of_kind.max(ratio(times.fill));
            println!(
                "{name:<28}{:>12.2}{:>12.2}{:>12.2}{:>14.2}{:>14.2}",
                micros(times.plain),
                micros(times.fill),
                micros(times.naive),
                ratio(times.fill),
                ratio(times.naive),
            );
        }
        for (kind, worst, aim) in [("packed", worst, AIM), ("uneven", worst_uneven, AIM_UNEVEN)] {
            let verdict = if worst <= aim { "met" } else { "NOT met" };
            println!("worst fill / plain of the {kind} ones {worst:.2}, aim at most {aim}: {verdict}");
        }
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Every mode with both major-nesses, packed.
fn packed(extent: Extent) -> Vec<(String, Layout)> {
    let mut layouts = Vec::new();
    for &major in Major::ALL {
        for &swizzle in Swizzle::ALL {
            let said = Said {
                tile: SaidTile {
                    major: Some(major),
                    swizzle: Some(swizzle),
                    mn: Some(extent.mn),
                    k: Some(extent.k),
                    ..SaidTile::default()
                },
                ..Said::default()
            };
            let spec = spec_from_said(&said).expect("the extents are legal");
            let name = format!("{}-major {}", major.name(), swizzle.name());
            layouts.push((name, *spec.layout()));
        }
    }
    layouts
}

/// Strides and a start with which no two rows have the same phases: legal, and of no use, but the worst that a reader
/// can ask for.
fn uneven() -> impl Iterator<Item = (String, Layout)> {
    Major::ALL.iter().map(|&major| {
        let layout = Layout::new(LayoutParams {
            element: Element::Bf16,
            major,
            swizzle: Swizzle::B128,
            start_bytes: 0x7f0,
            lbo_bytes: 1040,
            sbo_bytes: 8208,
            base_offset: 3,
            lbo_mode: LboMode::Relative,
            space: Default::default(),
        });
        (format!("{}-major 128B{UNEVEN}", major.name()), layout)
    })
}

fn measure(case: &Case, layout: &Layout) -> Times {
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
    let [plain, fill, naive] = times.map(median);
    Times { plain, fill, naive }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
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
