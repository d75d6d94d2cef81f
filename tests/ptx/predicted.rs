//! The product that the lens predicts from a kernel's text against the product that came out on a Hopper GPU, element by
//! element, for the kernels and edits of `tests/hopper/lens.py`; and the lens's verdict against what came out.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use swizzle_core::hardware::{Element, LboMode, Major, Named, Operand};
use swizzle_core::law::{Coord, Layout, LayoutParams, Swizzle};
use swizzle_core::reader::VerdictKind;
use swizzle_tests::{at_once, is_exhaustive, sample};

use crate::ptx::predict::{Beyond, END, Launch, ORIGIN, Step, product, steps};
use crate::ptx::{judged, lines};

fn number(of: &Value, key: &str) -> u32 {
    let number = of[key].as_u64().unwrap_or_else(|| panic!("{of}: no {key}"));
    u32::try_from(number).expect("a small number")
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_else(|| panic!("{of}: no {key}"))
}

/// A kernel that was right, and how it was launched.
struct Launched {
    text: String,
    element: Element,
    n: usize,
    columns: usize,
    launch: Launch,
    /// Which of B's elements a sparse A takes, launch by launch.
    chosen: &'static [usize],
    /// The tiles of A and B: where each element is, by its slot; extents along MN and K.
    tiles: [(Vec<u32>, [usize; 2]); 2],
    /// The product of drawn numbers.
    right: Vec<i32>,
}

/// How numbers of a type are spread over launches: bits a pass, and the least and most of those drawn.
fn spread(element: Element) -> (u32, i32, i32) {
    match element {
        Element::Bf16 | Element::F16 | Element::Tf32 => (8, -8, 7),
        Element::E4m3 | Element::E5m2 => (3, -2, 2),
        Element::S8 => (7, -128, 127),
        Element::U8 => (8, 0, 255),
        other => panic!("{other:?} is not launched"),
    }
}

fn named<T: Named>(of: &Value, key: &str) -> T {
    T::from_name(text(of, key)).unwrap_or_else(|error| panic!("{of}: {error}"))
}

impl Launched {
    fn of(line: &Value) -> Self {
        let element: Element = named(line, "element");
        let (n, blocks) = (number(line, "n"), number(line, "blocks"));
        let tile = |name: &str| {
            let of = &line[name];
            let layout = Layout::new(LayoutParams {
                element,
                major: named::<Major>(of, "major"),
                swizzle: named::<Swizzle>(of, "swizzle"),
                start_bytes: ORIGIN + number(of, "start"),
                lbo_bytes: number(of, "lbo"),
                sbo_bytes: number(of, "sbo"),
                base_offset: number(of, "base") as u8,
                lbo_mode: LboMode::Relative,
                space: Default::default(),
            });
            let (rows, depth) = (number(of, "mn"), number(of, "k"));
            let all = (0..rows).flat_map(|mn| (0..depth).map(move |k| Coord { mn, k }));
            let slot = |coord| layout.byte_from_element(coord).byte / (element.pitch_bits() / 8);
            (all.map(slot).collect::<Vec<u32>>(), [rows as usize, depth as usize])
        };
        let (tiles, form) = ([tile("A"), tile("B")], text(line, "form"));
        let mut own = Self {
            text: text(line, "text").to_owned(),
            element,
            n: n as usize,
            columns: (n * blocks) as usize,
            launch: Launch {
                stage: u64::from(number(line, "stage")),
                a_in_registers: (form == "registers").then(|| tiles[0].0.clone()),
            },
            chosen: if form == "sparse" { &[0, 1] } else { &[0] },
            tiles,
            right: Vec::new(),
        };
        let steps = steps(&own.text, &own.launch).expect("a right kernel is known");
        own.right = own.drawn(&steps);
        own
    }

    fn slots(&self) -> u32 {
        END * 8 / self.element.pitch_bits()
    }

    /// The products of images, with one metadata after the other.
    fn products<T: Fn(u32) -> i32>(&self, steps: &[Step], images: &[T]) -> Vec<i32> {
        let launches = self.chosen.iter().flat_map(|chosen| images.iter().map(move |image| (*chosen, image)));
        launches.flat_map(|(chosen, image)| product(steps, self.n, self.columns, chosen, image)).collect()
    }

    /// The products that spell out where each element of an operand was read from: the other tile is an identity matrix.
    fn spelled(&self, steps: &[Step], side: Operand) -> Vec<i32> {
        let (slots, [rows, depth]) = &self.tiles[1 - side as usize];
        let (piece, count) = (spread(self.element).0, self.slots());
        let mut identities = Vec::new();
        for shift in (0..*depth).step_by(*rows) {
            let mut identity = vec![-1i8; count as usize];
            for (at, slot) in slots.iter().enumerate() {
                identity[*slot as usize] = i8::from(at % depth == at / depth + shift);
            }
            identities.push(identity);
        }
        let mut images = Vec::new();
        for identity in &identities {
            for low in (0..u32::BITS - count.leading_zeros()).step_by(piece as usize) {
                images.push(move |slot: u32| match identity[slot as usize] {
                    -1 => (slot >> low & ((1 << piece) - 1)) as i32,
                    one => i32::from(one),
                });
            }
        }
        self.products(steps, &images)
    }

    /// The product of drawn numbers.
    fn drawn(&self, steps: &[Step]) -> Vec<i32> {
        let (_, least, most) = spread(self.element);
        let image = |slot: u32| {
            let mut x = (slot + 1).wrapping_mul(0x9e37_79b1);
            x = (x ^ x >> 15).wrapping_mul(0x2c1b_3c6d);
            x ^= x >> 12;
            (x >> 8) as i32 % (most - least + 1) + least
        };
        self.products(steps, &[image])
    }
}

/// One number for all elements of all launches, as the script that ran them makes it.
fn digest(products: &[i32]) -> String {
    let mut found = 0u64;
    for (at, value) in products.iter().enumerate() {
        let mut x = (at as u64) << 32 | u64::from(*value as u32);
        for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
            x = (x ^ x >> shift).wrapping_mul(factor);
        }
        found = found.wrapping_add(x ^ x >> 31);
    }
    format!("{found:016x}")
}

fn differing(one: &[i32], other: &[i32]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

/// The text of a line: its kernel's, with its edits.
fn edited(kernel: &Launched, line: &Value) -> String {
    let mut lines: Vec<&str> = kernel.text.lines().collect();
    for edit in line["edits"].as_array().into_iter().flatten() {
        let at = edit[0].as_u64().expect("a line") as usize;
        lines[at - 1] = edit[1].as_str().expect("a text");
    }
    lines.join("\n")
}

/// Whether all reads of an operand start elsewhere by the same, and nothing else is another: a right walk over another tile.
fn is_elsewhere(own: &[Step], right: &[Step]) -> bool {
    const START: u64 = 0x3fff;
    own.len() == right.len()
        && [0, 1].into_iter().all(|side| {
            let ahead = |at: usize| {
                let [own, right] = [own, right].map(|steps| steps[at].reads[side].raw);
                (own & !START == right & !START).then(|| own.wrapping_sub(right) & START)
            };
            let first = ahead(0);
            first.is_some() && (1..own.len()).all(|at| ahead(at) == first)
        })
}

/// What is found of one line.
#[derive(Default)]
struct Found {
    counts: BTreeMap<String, u32>,
    differences: Vec<String>,
}

fn compare(kernel: &Launched, line: &Value) -> Found {
    let mut found = Found::default();
    let mut count = |what: &str| *found.counts.entry(what.to_owned()).or_default() += 1;
    let text = edited(kernel, line);
    let verdict = judged(&text, |_, report| report.verdict)[0];
    let name = format!("{} {} {}", line["of"], line["kind"], line["edits"]);
    let is_fault = line["fault"] == true;
    match steps(&text, &kernel.launch) {
        Err(beyond) => {
            count(match beyond {
                Beyond::Unknown => "unknown",
                Beyond::Outside => "outside",
            });
        }
        Ok(_) if is_fault => found.differences.push(format!("{name}: fault")),
        Ok(steps) => {
            count(if line["edits"].is_null() { "kernels" } else { "edits" });
            let drawn = kernel.drawn(&steps);
            let wrong = differing(&drawn[..64 * kernel.columns], &kernel.right);
            let own = [
                digest(&kernel.spelled(&steps, Operand::A)),
                digest(&kernel.spelled(&steps, Operand::B)),
                digest(&drawn),
                wrong.to_string(),
            ];
            let measured =
                ["reads_a", "reads_b", "product", "wrong"].map(|key| line[key].to_string().replace('"', ""));
            if own != measured {
                found.differences.push(format!("{name}: {own:?}, measured {measured:?}"));
            }
        }
    }
    let is_right = !is_fault && line["wrong"] == 0;
    let mut count = |what: &str| *found.counts.entry(what.to_owned()).or_default() += 1;
    count(&format!("{} called {}", if is_right { "right" } else { "wrong" }, verdict.name()));
    let is_elsewhere = || {
        let [own, right] = [&text, &kernel.text].map(|text| steps(text, &kernel.launch));
        matches!((own, right), (Ok(own), Ok(right)) if is_elsewhere(&own, &right))
    };
    if !is_right && verdict == VerdictKind::Right && is_elsewhere() {
        count("tiles that are elsewhere");
    } else if is_right && verdict == VerdictKind::Wrong || !is_right && verdict == VerdictKind::Right {
        found.differences.push(format!("{name}: wrong {}, called {}", line["wrong"], verdict.name()));
    }
    found
}

#[test]
fn what_is_predicted_is_what_comes_out() {
    let all = lines("hopper_lens.jsonl.gz");
    let of = |line: &Value| number(line, if line["of"].is_null() { "kernel" } else { "of" });
    // The first line says how the others were made.
    let asked = sample(&all[1..], 6);
    let launched: HashMap<u32, Mutex<Option<Arc<Launched>>>> =
        asked.iter().map(|line| (of(line), Mutex::default())).collect();
    let right = |of: u32| {
        let mut kernel = launched[&of].lock().expect("no panic");
        let line = || all.iter().find(|line| line["kernel"] == of).expect("a kernel");
        Arc::clone(kernel.get_or_insert_with(|| Arc::new(Launched::of(line()))))
    };
    let mut found = Found::default();
    for one in at_once(&asked, |line| compare(&right(of(line)), line)) {
        found.differences.extend(one.differences);
        for (what, count) in one.counts {
            *found.counts.entry(what).or_default() += count;
        }
    }
    assert_eq!(found.differences, [""; 0]);
    let count = |what: &str| found.counts.get(what).copied().unwrap_or_default();
    // PTX does not tell where a tile was meant to be.
    assert_eq!(count("wrong called right"), count("tiles that are elsewhere"));
    let named = count("wrong called wrong") + count("wrong called warning");
    let wanted = if is_exhaustive() { 380 } else { 55 };
    assert!(named >= wanted, "{:?}", found.counts);
    // The rest is beyond the text, or reads where the launch has no shared memory of its own.
    let counts = (count("kernels"), count("edits"));
    assert!(!is_exhaustive() || counts == (91, 510), "{counts:?}");
}
