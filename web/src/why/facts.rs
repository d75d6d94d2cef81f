//! What the scenes show: turns and slots of eight threads, and what was measured. Here and in `tried` alone the page asks the
//! project's crates.

use super::*;

/// The access of the threads: 16 bytes each.
const ACCESS: Access = Access::Load16;

/// Threads that read a unit of a row each.
#[derive(Debug, Clone, PartialEq)]
pub struct Threads {
    /// The rows.
    pub rows: Rows,
    /// The unit that is read.
    pub unit: u32,
    /// Its slot in the line of each row.
    pub slots: Vec<u32>,
    /// Turns that the threads take.
    pub turns: u32,
}

impl Threads {
    /// Works it out.
    pub fn of(rows: Rows, unit: u32) -> Self {
        let read = rows.read(ACCESS, unit);
        let threads = read.groups.first().map_or(0, |group| group.lanes.len()) as u32;
        let slots = (0..threads).map(|row| rows.slot(row, unit)).collect();
        Self { rows, unit, slots, turns: read.ways() }
    }

    /// What a whole warp takes down rows of a line each, and whether it was measured.
    pub fn cost(&self) -> (u32, bool) {
        let cycles = self.rows.wires.whole_cycles(ACCESS, self.unit);
        (cycles.unwrap_or_else(|| self.rows.read(ACCESS, self.unit).count()), cycles.is_some())
    }

    /// The title.
    pub fn line(&self) -> VerdictLine<()> {
        verdict_of_wires(self.rows.wires)
    }

    /// What happens.
    pub fn about(&self) -> String {
        column_text(self.rows)
    }

    /// How a warp's cycles were measured.
    pub fn how(&self) -> String {
        self.rows.wires.read_text(ACCESS, self.unit)
    }

    /// The modes: their wires, how wide their rows are, turns in rows of a whole line and in their own, cycles of the first.
    pub fn modes() -> Vec<[String; 5]> {
        let row = |closed: u32| {
            let wires = Wires::lowest(closed);
            let mode = wires.mode().unwrap_or(Swizzle::None);
            let row_bytes = if closed == 0 { UNIT_BYTES } else { mode.row_bytes() };
            let turns = |row_bytes| Rows::plain(row_bytes, wires).read(ACCESS, 0).ways().to_string();
            [
                mode.name().into(),
                format!("{row_bytes} B"),
                turns(row_bytes),
                turns(LINE_BYTES),
                wires.cycles(ACCESS, 0).unwrap_or_default(),
            ]
        };
        (0..=Wires::COUNT).map(row).collect()
    }
}

/// One way to lay out rows for `ldmatrix`: its name, its rows, what they take of memory, and what filling them costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The name.
    pub name: &'static str,
    /// The rows.
    pub rows: Rows,
    /// Bytes of a row, and how a unit finds its slot.
    pub about: String,
    /// Wavefronts of the copy that fills them.
    pub copy: String,
}

/// Plain rows, padded rows, and rows under the XOR with these wires closed.
pub fn layouts(xor: Wires) -> [Layout; 3] {
    let of = |name, layout: Form, wires: Wires| {
        let shown = LanesShown { layout, wires, ..LanesShown::default() };
        let rows = shown.rows_down().unwrap_or(Rows::of_lines(wires));
        let padding = rows.pitch_bytes - rows.data_bytes;
        let share = padding * 1000 / rows.data_bytes;
        let about = match (padding, wires) {
            (0, Wires::OPEN) => String::new(),
            (0, wires) => format!(", {}", wires.expression()),
            _ => format!(", {}.{} % more memory", share / 10, share % 10),
        };
        let copy = rows.copied();
        Layout {
            name,
            rows,
            about: format!("{} bytes a row{about}", rows.pitch_bytes),
            copy: copy.map_or_else(String::new, |copy| {
                format!("Filled by cp.async: {copy} wavefronts a warp, counted on an H200")
            }),
        }
    };
    [
        of("Plain rows", Form::Plain, Wires::OPEN),
        of("Padded rows", Form::Padded, Wires::OPEN),
        of("XOR", Form::Plain, xor),
    ]
}

/// A bar: what it is of, cycles in hundredths and as they are written, and what else there is to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// What was measured.
    pub name: String,
    /// Cycles in hundredths.
    pub cycles: u32,
    /// The same in words.
    pub text: String,
    /// A remark.
    pub more: String,
    /// Whether it is of a conflict.
    pub is_costly: bool,
}

impl Bar {
    /// A bar of cycles in hundredths, written with so many digits after the point.
    fn of(name: &str, cycles: u32, digits: usize) -> Self {
        let part = format!("{:02}", cycles % 100);
        let point = if digits > 0 { "." } else { "" };
        Self {
            name: name.into(),
            cycles,
            text: format!("{}{point}{}", grouped(cycles / 100), &part[..digits.min(2)]),
            more: String::new(),
            is_costly: false,
        }
    }
}

/// A place where a layout could cost time: what it says, a bar for each mode, and of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The sentence.
    pub text: String,
    /// The bars, from no swizzle to the widest.
    pub bars: Vec<Bar>,
    /// What was measured.
    pub of: String,
    /// How.
    pub how: &'static Cost,
}

/// The modes of the scenes, and the bars of them.
fn by_mode(digits: usize, cycles: impl Fn(Swizzle) -> u32) -> Vec<Bar> {
    let modes = (0..=Wires::COUNT).filter_map(|closed| Wires::lowest(closed).mode());
    modes.map(|mode| Bar::of(mode.name(), cycles(mode), digits)).collect()
}

/// The tile that TMA fills.
pub fn filled() -> Place {
    // Boxes of rank 2, the fastest first.
    let flat = || FILLS.iter().filter(|fill| fill.box_elements[2] == 1);
    let of = |mode: Swizzle| flat().find(|fill| fill.swizzle == mode).unwrap_or(&FILLS[0]);
    let rate = |fill: &Fill| (fill.bytes_a_clock_tenths.0 + 5) / 10;
    let best = &FILLS[0];
    let [along, across, _] = best.box_elements;
    Place {
        text: format!(
            "Without a swizzle TMA writes {} bytes per clock, with {} it writes {}.",
            rate(of(Swizzle::None)),
            best.swizzle.name(),
            rate(best)
        ),
        bars: by_mode(0, |mode| of(mode).cycles.0 * 100),
        of: format!("{across} × {along} bf16 tile, one SM of an H200, in cycles"),
        how: &COSTS[1],
    }
}

/// The tile that the tensor core reads.
pub fn read() -> Place {
    let [.., read] = READS;
    Place {
        text: reason_text(),
        bars: by_mode(1, |_| read.cycles_tenths * 10),
        of: format!("wgmma m64n{}k16, H200, in cycles", read.n),
        how: &COSTS[0],
    }
}

/// Everything that was measured, a place after the other.
pub fn numbers() -> [(&'static Cost, Vec<Bar>); 3] {
    let reads = READS
        .iter()
        .map(|read| Bar::of(&format!("wgmma m64n{}k16, any layout", read.n), read.cycles_tenths * 10, 1));
    let fills = FILLS.iter().map(|fill| {
        let boxes = if fill.boxes == 1 { "box" } else { "boxes" };
        let [along, across, columns] = fill.box_elements;
        let rank = if columns > 1 { format!(" × {columns}") } else { String::new() };
        let name = match fill.swizzle {
            Swizzle::None => "no swizzle",
            mode => mode.name(),
        };
        let tenths = fill.bytes_a_clock_tenths.0;
        Bar {
            more: format!("{}.{} bytes per clock", tenths / 10, tenths % 10),
            ..Bar::of(
                &format!("{name}: {} {boxes} of {along} × {across}{rank}", fill.boxes),
                fill.cycles.0 * 100,
                0,
            )
        }
    });
    let accesses = ACCESSES.iter().map(|cost| {
        let access = short(cost.access);
        let name = match cost.ways {
            1 => format!("{access}, no conflict"),
            ways => format!("{access}, {ways}-way"),
        };
        Bar { is_costly: cost.ways > 1, ..Bar::of(&name, cost.cycles_hundredths, 2) }
    });
    let bars: [Vec<Bar>; 3] = [reads.collect(), fills.collect(), accesses.collect()];
    let mut costs = COSTS.iter();
    bars.map(|bars| (costs.next().unwrap_or(&COSTS[0]), bars))
}

/// An instruction without what all of its kind have.
fn short(access: Access) -> String {
    access.ptx().replace(".sync.aligned.m8n8", "").replace(".shared.b16", "")
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn each_wire_halves_the_turns_and_the_cycles() {
        let of = |mask| Threads::of(Rows::of_lines(Wires::from_mask(mask)), 0);
        let cost = |closed| {
            let threads = Threads::of(Rows::of_lines(Wires::lowest(closed)), 0);
            (threads.turns, threads.cost())
        };
        let costs = [(8, (32, true)), (4, (16, true)), (2, (8, true)), (1, (4, true))];
        assert_eq!([0, 1, 2, 3].map(cost), costs);
        assert_eq!(of(7).slots, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(of(5).slots, [0, 1, 0, 1, 4, 5, 4, 5]);
        // Unit 1 was not measured: turns of a warp in their place.
        assert_eq!(Threads::of(Rows::of_lines(Wires::OPEN), 1).cost(), (32, false));
        let turns: Vec<_> = Threads::modes().iter().map(|row| row[2..].join(" ")).collect();
        assert_eq!(turns, ["1 8 32.04", "1 4 16.00", "1 2 8.01", "1 1 4.05"]);
    }

    #[test]
    fn a_matrix_takes_8_wavefronts_down_plain_rows_and_1_down_others() {
        let turns = |xor| layouts(xor).map(|one| Threads::of(one.rows, 0).turns);
        assert_eq!(turns(Wires::ALL), [8, 1, 1]);
        assert_eq!([0, 1, 3, 5].map(|mask| turns(Wires::from_mask(mask))[2]), [8, 4, 2, 2]);
        let said = layouts(Wires::ALL).map(|one| one.about);
        let expected =
            ["128 bytes a row", "144 bytes a row, 12.5 % more memory", "128 bytes a row, unit ^ (row & 7)"];
        assert_eq!(said, expected);
        let copies = layouts(Wires::ALL).map(|one| one.copy.split(' ').nth(3).map(str::to_owned));
        assert_eq!(copies.map(Option::unwrap), ["4", "10", "4"]);
    }

    #[test]
    fn bars_are_what_was_measured() {
        let texts = |place: Place| place.bars.iter().map(|bar| bar.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(filled()), ["1,025", "513", "335", "258"]);
        assert_eq!(texts(read()), ["32.8"; 4]);
        assert_eq!(filled().text, "Without a swizzle TMA writes 16 bytes per clock, with 128B it writes 63.");
        assert_eq!(filled().of, "128 × 64 bf16 tile, one SM of an H200, in cycles");
        assert_eq!(numbers().map(|(_, bars)| bars.len()), [2, 5, 12]);
    }
}
