//! The code of a producer, compiled for the host and run: it writes where the address law reads.

use swizzle_core::{Element, Layout, Major, Named as _, Swizzle};
use swizzle_tests::{ByHand, HASH, STRICT, fnv1a, pairs, printed, sample};
use swizzle_warp::{Access, AddressCode, Form, Formula, Known, Preset, address_code, lanes_from_layout};

/// One producer's code, and what it has to write.
struct Producer {
    access: Access,
    formula: Formula,
    layout: Layout,
    form: Form,
    sides: (u32, u32),
    code: AddressCode,
}

fn producers() -> Vec<Producer> {
    let mut all = Vec::new();
    let elements = [Element::Bf16, Element::Tf32, Element::S8, Element::E2m1Packed];
    let layouts: Vec<_> = pairs(&elements, Major::ALL).collect();
    let codes: Vec<_> = pairs(&Form::ALL, Preset::ALL).collect();
    let sides = [(64, 64), (32, 128), (64, 32), (64, 128), (40, 64), (128, 256)];
    let codes: Vec<_> = pairs(&codes, &sides).collect();
    let cases: Vec<_> = pairs(&layouts, &codes).collect();
    // 5 divides none of these lists: each form meets each element.
    for ((element, major), ((form, preset), sides)) in sample(&cases, 5).into_iter().copied() {
        let layout = form.layout(element, major, sides.0, sides.1);
        all.extend(producer(preset.access(), preset.formula_text(), layout, form, sides));
    }
    // Custom formulas, with operators that bind less tightly than an addition, and lanes that leave gaps.
    for (access, formula) in [
        (Access::Store16, "(lane & 7, lane >> 3 << 3)"),
        (Access::Store16, "tid -> (tid / 8, tid % 8 * 8)"),
        (Access::Store4, "(lane / 4 | 0, (lane & 3) * width)"),
        (Access::Store4, "(lane / 8, lane % 8 * 4)"),
        (Access::Store16, "(lane % 8, 0)"),
    ] {
        for form in Form::ALL {
            let layout = form.layout(Element::Bf16, Major::K, 64, 128);
            all.extend(producer(access, formula, layout, form, (64, 128)));
        }
    }
    all
}

fn producer(
    access: Access,
    formula_text: &str,
    layout: Layout,
    form: Form,
    sides: (u32, u32),
) -> Option<Producer> {
    let formula = Formula::parse(formula_text).expect("a formula");
    match address_code(access, formula_text, &layout, sides) {
        Ok(code) => Some(Producer { access, formula, layout, form, sides, code }),
        // A matrix may be too small for a preset.
        Err(error) => {
            let lanes = lanes_from_layout(access, &formula, &layout, sides);
            assert_eq!(lanes.err(), Some(error));
            None
        }
    }
}

impl Producer {
    fn is_complete(&self) -> bool {
        !self.code.text.lines().next().unwrap_or("").contains("Incomplete")
    }

    fn width(&self) -> u32 {
        self.known(0).width
    }

    fn known(&self, lane: u32) -> Known {
        Known::of(self.access, self.layout.element(), self.sides.0, self.sides.1, lane)
    }

    /// Where the law has the elements at a row and a column: written down a second time.
    fn wanted(&self, row: u32, column: u32) -> u32 {
        let (law, element) = (ByHand::of(&self.layout.params()), self.layout.element());
        if matches!(self.form, Form::Plain | Form::Padded) {
            let bytes = self.sides.1 * element.slot_bits() / 8;
            let padding = if self.form == Form::Padded { 16 } else { 0 };
            let pitch = bytes.next_multiple_of(16) + padding;
            return law.start + row * pitch + column * element.slot_bits() / 8;
        }
        if law.is_k_major { law.byte(row, column).0 } else { law.byte(column, row).0 }
    }

    /// The hash of where each access of the matrix goes, row by row; what is never accessed is all ones.
    fn hash(&self) -> (u64, u32) {
        let ((rows, columns), width) = (self.sides, self.width());
        let mut places = vec![u32::MAX; (rows * (columns / width)) as usize];
        let mut put = |row: u32, column: u32| {
            places[(row * (columns / width) + column / width) as usize] = self.wanted(row, column);
        };
        let (all_rows, all_columns) = self.code.covered;
        if !self.code.text.contains("with gaps or overlaps") {
            for row in 0..all_rows {
                for column in (0..all_columns).step_by(width as usize) {
                    put(row, column);
                }
            }
        } else {
            let (bytes, steps) = self.code.steps;
            let elements = bytes * 8 / self.layout.element().slot_bits();
            for lane in 0..self.access.lanes() as u32 {
                let (row, column) = self.formula.at(self.known(lane)).expect("it has places");
                for step in 0..steps {
                    put(row, column + step * elements);
                }
            }
        }
        let taken = places.iter().filter(|place| **place != u32::MAX).count();
        (fnv1a(places), taken as u32)
    }
}

/// Compiled for the host with the instruction replaced, and run for all lanes: every place of the matrix is accessed once, at
/// its address by the law.
#[test]
fn the_code_of_a_producer_computes_the_addresses_of_the_law() {
    let all = producers();
    assert!(all.len() > 300, "{}", all.len());
    let mut source = HASH.to_owned()
        + "\
         static std::vector<uint32_t> places; static uint32_t columns, width, twice, taken, again;\n\
         static struct { uint32_t x; } threadIdx;\n\
         static void put(uint32_t address, uint32_t row, uint32_t column) {\n\
           uint32_t& at = places.at(row * (columns / width) + column / width);\n\
           twice += at != ~0u && at != address; again += at == address; taken += at == ~0u; at = address;\n\
         }\n\
         static void print(int number) {\n\
           uint64_t h = zero;\n\
           for (uint32_t place : places) h = hash(h, place);\n\
           std::printf(\"%d %016llx %u %u %u\\n\", number, (unsigned long long)h, taken, twice, again);\n\
         }\n\
         #define use(a) put(a, row, column + step * elements)\n";
    let mut calls = String::new();
    for (number, one) in all.iter().enumerate() {
        let ((rows, columns), width) = (one.sides, one.width());
        let elements = one.code.steps.0 * 8 / one.layout.element().slot_bits();
        source += &format!(
            "static void f{number}(uint32_t lane) {{\n[[maybe_unused]] const uint32_t tile = {}, step = 0, elements = {elements};\n{}}}\n",
            one.layout.start_bytes(),
            one.code.text
        );
        calls += &format!(
            "  places.assign({}, ~0u); columns = {columns}; width = {width}; twice = taken = again = 0;\n  for (threadIdx.x = 0; threadIdx.x < {}; ++threadIdx.x) if (threadIdx.x % 32 < {}) f{number}(threadIdx.x % 32);\n  print({number});\n",
            rows * (columns / width),
            32 * one.code.warps,
            one.access.lanes()
        );
    }
    source += &format!("int main() {{\n{calls}}}\n");
    let Some(printed) = printed("g++", &[&STRICT[..5], &["-O0"]].concat(), &[("main.cpp".into(), source)])
    else {
        return;
    };
    assert_eq!(printed.lines().count(), all.len());
    let mut incomplete = 0;
    for ((number, line), one) in printed.lines().enumerate().zip(&all) {
        let (hash, taken) = one.hash();
        let wanted = format!("{number} {hash:016x} {taken} 0 ");
        // Lanes that meet do so in code that says so.
        let is_once = line.ends_with(" 0") || one.code.text.contains("with gaps or overlaps");
        assert!(
            line.starts_with(&wanted) && is_once,
            "{line}, not {wanted}0: {:?} {:?}:\n{}",
            one.form,
            one.sides,
            one.code.text
        );
        incomplete += usize::from(!one.is_complete());
    }
    assert!(incomplete < all.len() / 4, "{incomplete} of {}", all.len());
}

#[test]
fn an_epilogue_writes_the_whole_tile() {
    let layout = Form::Canonical(Swizzle::B128).layout(Element::Bf16, Major::K, 64, 128);
    let preset = Preset::EpilogueMatrix;
    let code = address_code(preset.access(), preset.formula_text(), &layout, (64, 128));
    let code = code.expect("a code");
    assert_eq!(code.covered, (64, 128), "{}", code.text);
    assert!(
        code.text.contains("row0 = 16 * (warp % 4); row0 < 64; row0 += 64")
            && code.text.contains("column0 += 64"),
        "{}",
        code.text
    );
    // Copied unchanged, each warp of the warpgroup writes the 16 rows that it holds.
    assert_eq!(code.warps, 4);
    // By plain stores it takes them 8 at a time.
    let by_hand = Preset::EpilogueStore;
    let code = address_code(by_hand.access(), by_hand.formula_text(), &layout, (64, 128));
    let code = code.expect("a code");
    assert_eq!((code.warps, code.covered), (4, (64, 128)), "{}", code.text);
    // Rows that the lanes of a warp do not end in: the first line says so.
    let layout = Form::Canonical(Swizzle::B128).layout(Element::Bf16, Major::K, 40, 128);
    let code = address_code(preset.access(), preset.formula_text(), &layout, (40, 128));
    let text = code.expect("a code").text;
    let first = text.lines().next().unwrap_or("");
    assert!(first.ends_with("Incomplete: it reaches 32 of 40 rows and 128 of 128 columns"), "{text}");
}
