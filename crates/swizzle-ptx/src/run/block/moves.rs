//! What instructions move: accesses to memory, matrices of registers, products.

use swizzle_warp::mma::{Form, Matrices, Operand};
use swizzle_warp::{Fragment, Slot, WARP_LANES};

use super::super::memory::Race;
use super::super::value::{Kind, NUMBER, Source};
use super::super::{Execution, Fault, PRODUCTS_MAX, Product, Stored};
use super::*;
use crate::run::step::Space;

/// Arrays that an access is said to move elements of.
const SOURCES_MAX: usize = 8;

impl<'a> Block<'_, '_, 'a> {
    /// Whether an access is inside of shared memory and aligned; the first that is not becomes a fault.
    pub(super) fn is_allowed(&mut self, warp: &Warp, at: u32, lane: usize, address: u64, bytes: u32) -> bool {
        let is_misaligned = !address.is_multiple_of(bytes.max(1).into());
        let end = address.saturating_add(bytes.into());
        let is_outside = !self.places.iter().any(|(from, to)| *from <= address && end <= *to);
        if is_misaligned || is_outside {
            self.refuse(warp, at, lane, (address, bytes), is_misaligned);
        }
        !is_misaligned && !is_outside
    }

    fn refuse(
        &mut self,
        warp: &Warp,
        at: u32,
        lane: usize,
        (address, bytes): (u64, u32),
        is_misaligned: bool,
    ) {
        let instruction = self.flat.instruction(at);
        let (line, loc) = (instruction.line, instruction.loc);
        if !self.run.faults.iter().any(|fault| fault.line == line) {
            let thread = warp.number * WARP_LANES as u32 + lane as u32;
            let address = address as u32;
            self.run.faults.push(Fault { line, loc, thread, address, bytes, is_misaligned });
        }
    }

    /// Notes an access to global memory whose bytes behind pointers, which are aligned, are no multiple of its own.
    fn align(&mut self, warp: &Warp, at: u32, (bytes, mask): (u32, Mask), addresses: &Row) {
        let is_misaligned = |lane: &usize| !addresses[*lane].number.is_multiple_of(bytes.max(1).into());
        if let Some(lane) = lanes(mask).find(is_misaligned) {
            self.refuse(warp, at, lane, (addresses[lane].number, bytes), true);
        }
    }

    /// Notes an access of a warp, and returns the addresses of the lanes whose bytes can be read or written.
    fn access(
        &mut self,
        warp: &mut Warp,
        at: u32,
        (bytes, mask): (u32, Mask),
        addresses: &Row,
        global: Option<Box<Row>>,
    ) -> Vec<(usize, u32)> {
        let turn = warp.turn(at);
        let known = lanes(mask).all(|lane| addresses[lane].from == NUMBER);
        if !known {
            self.leave(at, Left::Address);
        }
        let mut lanes_at = [None; WARP_LANES];
        let mut allowed = Vec::new();
        for lane in lanes(mask) {
            let Some(address) = addresses[lane].as_number() else { continue };
            let address = address & 0xffff_ffff;
            lanes_at[lane] = Some(address as u32);
            if self.is_allowed(warp, at, lane, address, bytes) {
                allowed.push((lane, address as u32));
            }
        }
        if let Some(line) = self.line_of.get(&at) {
            let executions = &mut self.run.accesses[*line].executions;
            warp.trail.push((at, executions.len()));
            executions.push(Execution { warp: warp.number, turn, lanes: lanes_at, global, is_whole: known });
        }
        allowed
    }

    /// Notes that an access may come too early.
    pub(super) fn note(&mut self, at: u32, race: Option<Race>) {
        let Some(race) = race else { return };
        let instruction = self.flat.instruction(at);
        let (line, loc) = (instruction.line, instruction.loc);
        match self.run.races.iter_mut().find(|(other, ..)| *other == line) {
            Some((.., known)) => *known = race.min(*known),
            None => self.run.races.push((line, loc, race)),
        }
    }

    /// Notes of what array an access moves bytes.
    fn moves(&mut self, at: u32, byte: Option<Value>) {
        let Some(byte) = byte else { return };
        let from = self.run.sources.origin(byte).from;
        if let Some(line) = self.line_of.get(&at) {
            let of = &mut self.run.accesses[*line].of;
            if from > UNSET && !of.contains(&from) && of.len() < SOURCES_MAX {
                of.push(from);
            }
        }
    }

    pub(super) fn row(&mut self, warp: &Warp, input: (Input<'a>, u64), mask: Mask) -> Row {
        let mut row = [Value::default(); WARP_LANES];
        for lane in lanes(mask) {
            row[lane] = self.input(warp, input, lane);
        }
        row
    }

    /// The space of generic addresses: a number is an address in shared memory.
    fn space_of(&self, space: Space, addresses: &Row, mask: Mask) -> Space {
        let sources = &self.run.sources;
        let is_own = |from| sources.pointer(from).is_some_and(|(id, _)| id & OWN != 0);
        let has = |is_one: &dyn Fn(Source) -> bool| lanes(mask).any(|lane| is_one(addresses[lane].from));
        match space {
            Space::Generic if has(&|from| from == NUMBER) => Space::Shared,
            Space::Generic if has(&is_own) => Space::Own,
            _ => space,
        }
    }

    pub(super) fn load(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask, space: Space) {
        let Some(address) = step.inputs.first().copied() else { return };
        let each = step.bits as usize / 8;
        let bytes = each * step.to.len();
        let addresses = self.row(warp, address, mask);
        let space = self.space_of(space, &addresses, mask);
        if space == Space::Shared {
            let allowed = self.access(warp, at, (bytes as u32, mask), &addresses, None);
            for (lane, from) in allowed {
                let all = self.memory.read(from, bytes as u32);
                let race = self.memory.note_read(warp.when(lane), from, bytes as u32);
                self.note(at, race);
                self.moves(at, all.first().copied());
                self.put(warp, step, lane, &all, each);
            }
            return;
        }
        if space == Space::Global {
            self.align(warp, at, (bytes as u32, mask), &addresses);
        }
        for lane in lanes(mask) {
            let from = addresses[lane];
            let byte = |at: u64| Value { number: from.number.wrapping_add(at), ..from };
            let kept: Option<Vec<Value>> =
                (0..bytes as u64).map(|at| self.memory.own(warp.number, byte(at), lane)).collect();
            let all = match kept {
                Some(kept) => kept,
                None if space == Space::Own => {
                    let parameter = self.run.sources.pointer(from.from).map(|(id, _)| id & !OWN);
                    let parameter = parameter.filter(|id| self.parameters.contains(id));
                    for (to, part) in step.to.iter().zip(0u64..) {
                        let Some(to) = to else { continue };
                        let at = byte(part * each as u64).number;
                        let value = parameter.map(|id| self.run.sources.atom(Atom::Parameter(id, at)));
                        warp.registers[*to as usize][lane] = value.unwrap_or(NEVER);
                    }
                    continue;
                }
                None => {
                    let source = self.run.sources.of(Kind::Memory(from.from));
                    (0..bytes as u64).map(|at| Value { from: source, ..byte(at) }).collect()
                }
            };
            self.put(warp, step, lane, &all, each);
        }
    }

    /// Writes bytes to the registers of an instruction.
    fn put(&mut self, warp: &mut Warp, step: &Step<'a>, lane: usize, bytes: &[Value], each: usize) {
        for (to, part) in step.to.iter().zip(bytes.chunks(each.max(1))) {
            if let Some(to) = to {
                let mut value = self.run.sources.value(part);
                // The rest of the register is zeros, or signs.
                if step.bits < 32 {
                    let is_signed = step.opcode.ends_with(".s8") || step.opcode.ends_with(".s16");
                    value = self.run.sources.widened(value, step.bits, is_signed);
                }
                warp.registers[*to as usize][lane] = value;
            }
        }
    }

    pub(super) fn store(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask, space: Space) {
        let Some((address, inputs)) = step.inputs.split_first() else { return };
        let each = step.bits as usize / 8;
        let addresses = self.row(warp, *address, mask);
        if !step.to.is_empty() {
            let before = self.run.sources.result(step.opcode, &[]);
            self.write_all(warp, step, mask, |_| before);
        }
        let bytes_of = |block: &mut Self, warp: &Warp, lane: usize| -> Vec<Value> {
            let mut all = Vec::with_capacity(each * inputs.len());
            for input in inputs {
                let value = block.input(warp, *input, lane);
                block.run.sources.add_bytes(value, each, &mut all);
            }
            all
        };
        let space = self.space_of(space, &addresses, mask);
        if space == Space::Shared {
            let bytes = (each * inputs.len()) as u32;
            for (lane, to) in self.access(warp, at, (bytes, mask), &addresses, None) {
                let all = bytes_of(self, warp, lane);
                self.moves(at, all.first().copied());
                let race = self.memory.note_write(warp.when(lane), to, &all, None);
                self.note(at, race);
                self.memory.write(to, &all);
            }
            return;
        }
        let (line, loc) = (self.flat.instruction(at).line, self.flat.instruction(at).loc);
        let is_added = !step.opcode.starts_with("st");
        if space == Space::Global {
            self.align(warp, at, ((each * inputs.len()) as u32, mask), &addresses);
        }
        for lane in lanes(mask) {
            let all = bytes_of(self, warp, lane);
            for (byte, value) in (0u64..).zip(&all) {
                let at = Value { number: addresses[lane].number.wrapping_add(byte), ..addresses[lane] };
                if space == Space::Own {
                    self.memory.keep(warp.number, at, lane, *value);
                    continue;
                }
                let is_first = match self.run.sources.kind(value.from) {
                    Kind::Derived(_) => value.number == 0,
                    Kind::Product(_) => true,
                    _ => false,
                };
                let origin = self.run.sources.origin(*value);
                let Some((product, number)) = self.run.sources.product(origin).filter(|_| is_first) else {
                    continue;
                };
                let line_of = self.run.products[product as usize].line;
                let Ok(form) = &self.run.lines[line_of as usize].form else { continue };
                let element = u64::from(form.fragment(Operand::D).bits / 8);
                let last = all.get((byte + element) as usize - 1);
                let is_whole = origin != *value
                    || last == Some(&Value { number: value.number.wrapping_add(element - 1), ..*value });
                if number.is_multiple_of(element) && is_whole {
                    let cell = (number / element) as u32;
                    self.run.stored.push(Stored { product, cell, at, line, loc, is_added });
                }
            }
        }
    }

    pub(super) fn copy(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask) {
        let [to, from, rest @ ..] = step.inputs.as_slice() else { return };
        let addresses = self.row(warp, *to, mask);
        let global = self.row(warp, *from, mask);
        let size = step.copied_bytes();
        if !matches!(size, 4 | 8 | 16) {
            self.leave(at, Left::Bytes);
            return;
        }
        self.align(warp, at, (size, mask), &global);
        let allowed = self.access(warp, at, (size, mask), &addresses, Some(Box::new(global)));
        for (lane, to) in allowed {
            // What is not known is the whole of it.
            let given = rest.get(1).filter(|_| !step.opcode.contains("cache_hint") || rest.len() > 2);
            let given = given.map(|input| self.input(warp, *input, lane).as_number());
            self.run.sources.is_taken_inside |= given == Some(None);
            let count = given.flatten().map_or(size, |given| (given as u32).min(size));
            let source = self.run.sources.of(Kind::Memory(global[lane].from));
            let all: [Value; 16] = std::array::from_fn(|at| match (at as u32) < count {
                true => Value { from: source, number: global[lane].number.wrapping_add(at as u64) },
                false => Value::of(0),
            });
            let all = &all[..size as usize];
            self.moves(at, all.first().copied());
            let race = self.memory.note_write(warp.when(lane), to, all, Some(warp.groups));
            self.note(at, race);
            self.memory.write(to, all);
        }
    }

    /// Rows of 16 bytes to registers, registers to rows, or registers to the registers of other lanes.
    pub(super) fn matrices(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, moved: &Matrices) {
        let fragment = &moved.fragment;
        let each = (moved.memory_bits / 8).max(1) as usize;
        let row_of = |matrix: u32, row: u32| moved.address_lane(matrix, row).unwrap_or(row) as usize;
        let used =
            (0..fragment.matrices()).flat_map(|matrix| (0..fragment.rows).map(move |row| (matrix, row)));
        let mask = used.fold(0, |all, (matrix, row)| all | 1 << row_of(matrix, row));
        let mut rows = vec![[Value { from: UNSET, number: 0 }; 16]; WARP_LANES];
        let (is_load, source) = (moved.name == "ldmatrix", moved.source());
        let address = step.inputs.first().filter(|_| source.is_none());
        let addresses = address.map(|address| self.row(warp, *address, mask));
        if let (true, Some(addresses)) = (is_load, &addresses) {
            for (lane, from) in self.access(warp, at, (16, mask), addresses, None) {
                rows[lane].copy_from_slice(&self.memory.read(from, 16));
                let race = self.memory.note_read(warp.when(lane), from, 16);
                self.note(at, race);
                self.moves(at, rows[lane].first().copied());
            }
        } else {
            let inputs = &step.inputs[usize::from(addresses.is_some())..];
            let read = source.unwrap_or(*fragment);
            for slot in read.slots() {
                let Some(input) = inputs.get(slot.register as usize) else { continue };
                let value = self.input(warp, *input, slot.thread as usize);
                let bytes = self.run.sources.bytes(value, 4);
                let (row, column) = read.cell_from_slot(slot);
                let (from, to) = (slot.part as usize * each, column as usize * each);
                let lane = row_of(read.matrix_from_slot(slot), row);
                rows[lane][to..to + each].copy_from_slice(&bytes[from..from + each]);
            }
        }
        if let (false, Some(addresses)) = (is_load, &addresses) {
            for (lane, to) in self.access(warp, at, (16, mask), addresses, None) {
                self.moves(at, rows[lane].first().copied());
                let race = self.memory.note_write(warp.when(lane), to, &rows[lane], None);
                self.note(at, race);
                self.memory.write(to, &rows[lane]);
            }
            return;
        }
        for (register, to) in step.to.iter().enumerate() {
            let Some(to) = to else { continue };
            for lane in 0..WARP_LANES {
                let bytes = (0..fragment.parts).flat_map(|part| {
                    let slot = Slot { thread: lane as u32, register: register as u32, part };
                    let (row, column) = fragment.cell_from_slot(slot);
                    let first = column as usize * each;
                    rows[row_of(fragment.matrix_from_slot(slot), row)][first..first + each].to_vec()
                });
                let bytes: Vec<Value> = bytes.collect();
                warp.registers[*to as usize][lane] = self.run.sources.value(&bytes);
            }
        }
    }

    /// The element of a cell: its first byte, counted in bits. Torn where its bytes are not together.
    fn element(&mut self, value: Value, bits: u32, part: u32) -> Value {
        let first = (part * bits / 8) as usize;
        let whole = match self.run.sources.kind(value.from) {
            Kind::Memory(_) | Kind::Product(_) => {
                Value { number: value.number.wrapping_add(first as u64), ..value }
            }
            _ => {
                let bytes = self.run.sources.bytes(value, 8);
                self.run.sources.value(&bytes[first..first + (bits as usize).div_ceil(8)])
            }
        };
        let origin = self.run.sources.origin(whole);
        let bit = u64::from(part * bits % 8);
        Value { number: origin.number.wrapping_mul(8).wrapping_add(bit), ..origin }
    }

    pub(super) fn multiply(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, form: &Form) {
        if self.run.products.len() == PRODUCTS_MAX {
            self.left = 0;
            return;
        }
        let [of_a, of_b, of_c] = [Operand::A, Operand::B, Operand::C].map(|operand| form.fragment(operand));
        let counts = [of_a, of_b].map(|fragment| fragment.registers() as usize);
        let cells = [(0, of_a), (counts[0], of_b)].map(|(at, of)| self.held(warp, step, at, of).into());
        let c = self.held(warp, step, counts[0] + counts[1], of_c);
        let loads = [0..counts[0], counts[0]..counts[0] + counts[1]].map(|those| loads_of(warp, step, those));
        self.multiplied(warp, step, at, form, Made { cells, c, loads });
    }

    /// The cells of a fragment in registers, of which the first is an input.
    pub(super) fn held(
        &mut self,
        warp: &Warp,
        step: &Step<'a>,
        first: usize,
        fragment: Fragment,
    ) -> Vec<Value> {
        let mut cells = vec![Value { from: UNSET, number: 0 }; (fragment.rows * fragment.columns) as usize];
        let slots = self.slots(fragment);
        let inputs = step.inputs.get(first..).unwrap_or_default();
        if let Some(from) = self.all_results(warp, inputs, fragment, &slots) {
            let bits = u64::from(fragment.bits);
            return (0..cells.len() as u64).map(|cell| Value { from, number: cell * bits }).collect();
        }
        for (input, lanes) in inputs.iter().zip(slots.chunks(WARP_LANES * fragment.parts as usize)) {
            for (lane, parts) in lanes.chunks(fragment.parts as usize).enumerate() {
                let value = self.input(warp, *input, lane);
                for (part, cell) in (0..).zip(parts) {
                    cells[*cell as usize] = self.element(value, fragment.bits, part);
                }
            }
        }
        cells
    }

    /// The product of which registers hold all results, each where it was.
    fn all_results(
        &self,
        warp: &Warp,
        inputs: &[(Input<'a>, u64)],
        fragment: Fragment,
        slots: &[u32],
    ) -> Option<Source> {
        let (bytes, parts) = (u64::from(fragment.bits / 8), fragment.parts as usize);
        let row = |input: &(Input<'a>, u64)| match *input {
            (Input::Register(id), 0) => Some(&warp.registers[id as usize]),
            _ => None,
        };
        let from = row(inputs.first()?)?[0].from;
        let Kind::Product(product) = *self.run.sources.kind(from) else { return None };
        let before = self.run.lines[self.run.products[product as usize].line as usize].form.as_ref();
        let mut inputs = inputs.iter();
        let is_all = before.is_ok_and(|form| form.fragment(Operand::D) == fragment)
            && slots.chunks(WARP_LANES * parts).all(|lanes| {
                let Some(row) = inputs.next().and_then(row) else { return false };
                let mut all = row.iter().zip(lanes.iter().step_by(parts));
                all.all(|(value, cell)| value.from == from && value.number == u64::from(*cell) * bytes)
            });
        is_all.then_some(from)
    }

    /// The cells of a fragment by register, lane and part.
    fn slots(&mut self, fragment: Fragment) -> Rc<[u32]> {
        let cell = |slot: u32| {
            let (of, part) = (slot / fragment.parts, slot % fragment.parts);
            let (thread, register) = (of % WARP_LANES as u32, of / WARP_LANES as u32);
            let (row, column) = fragment.cell_from_slot(Slot { thread, register, part });
            row * fragment.columns + column
        };
        let count = fragment.registers() * WARP_LANES as u32 * fragment.parts;
        Rc::clone(self.slots.entry(fragment).or_insert_with(|| (0..count).map(cell).collect()))
    }

    /// Notes a product, and that its registers hold its results.
    pub(super) fn multiplied(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, form: &Form, made: Made) {
        let line = self.line_of[&at];
        let turn = warp.turn(at);
        self.run.lines[line].executions += 1;
        let number = self.run.products.len() as u32;
        let Made { cells: [a, b], c, loads } = made;
        let line = line as u32;
        self.run.products.push(Product { line, warp: warp.number, turn, a, b, c, loads });
        let from: Source = self.run.sources.of(Kind::Product(number));
        let result = form.fragment(Operand::D);
        let (bytes, parts) = (u64::from(result.bits / 8), result.parts as usize);
        let slots = self.slots(result);
        for (to, lanes) in step.to.iter().zip(slots.chunks(WARP_LANES * parts)) {
            let Some(to) = to else { continue };
            for (value, cell) in warp.registers[*to as usize].iter_mut().zip(lanes.iter().step_by(parts)) {
                *value = Value { from, number: u64::from(*cell) * bytes };
            }
        }
    }
}

/// What a product is made of: A and B, and what is added.
pub(super) struct Made {
    pub(super) cells: [Rc<[Value]>; 2],
    pub(super) c: Vec<Value>,
    /// As [`Product::loads`] has them.
    pub(super) loads: [Vec<u32>; 2],
}

/// The lines of the accesses that brought some of what an instruction reads.
pub(super) fn loads_of(warp: &Warp, step: &Step<'_>, those: Range<usize>) -> Vec<u32> {
    let inputs = step.inputs.get(those).unwrap_or_default();
    inputs.iter().map(|(input, _)| load_of(warp, *input).unwrap_or(0)).collect()
}
