//! A block of threads, warp by warp.

use std::collections::HashMap;

use swizzle_warp::mma::{Form, Matrices, Operand};
use swizzle_warp::{Slot, WARP_LANES};

use super::integer::{compared, predicate, result};
use super::memory::{Memory, Race, When};
use super::step::{Action, Input, Space, Step, steps};
use super::value::{Atom, Kind, NUMBER, Source, UNSET, Value};
use super::{
    AccessLine, Execution, Fault, Left, PRODUCTS_MAX, Product, ProductLine, Run, STEPS_MAX, Stored, TURNS,
    WARPS_MAX, shared_places,
};
use crate::flat::Flat;
use crate::flow::Flow;

/// The lanes that take part, as bits.
type Mask = u32;

/// A value of each lane.
type Row = [Value; WARP_LANES];

/// A warp.
struct Warp {
    number: u32,
    /// Lanes by the position of their next instruction.
    at: Vec<(u32, Mask)>,
    registers: Vec<Row>,
    /// The line of the access that brought each register's value, if one did.
    loads: Vec<u32>,
    /// How often each jump whose condition is not known went back.
    back: HashMap<u32, u32>,
    /// How often each instruction was carried out.
    turns: HashMap<u32, u32>,
    /// Barriers that it has passed, of the block and of its own lanes, and groups of copies that it has ended.
    epoch: u32,
    syncs: u32,
    groups: u32,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    /// Waits at a barrier.
    Waits(u32),
    Done,
}

struct Block<'f, 'm, 'a> {
    flat: &'f Flat<'m, 'a>,
    flow: Flow,
    steps: Vec<Step<'a>>,
    memory: Memory,
    /// Where the kernel's variables in shared memory begin and end.
    places: Vec<(u64, u64)>,
    run: Run<'a>,
    /// The access or the product of each instruction.
    line_of: HashMap<u32, usize>,
    /// Threads that have arrived at each barrier without waiting.
    arrived: HashMap<u32, u32>,
    left: usize,
    parameters: Vec<u32>,
    /// Threads along x and y.
    along: [u32; 2],
    /// Whether each block of instructions leads to a product.
    leads: Vec<bool>,
}

/// Carries out a kernel with so many threads, of which so many are along x and y.
pub(super) fn run<'a>(flat: &Flat<'_, 'a>, threads: u32, along: [u32; 2], is_said: bool) -> Run<'a> {
    let places = shared_places(flat);
    let begins = places.iter().map(|(name, (from, _))| (*name, *from)).collect();
    let parameters = flat.function(0).parameters.iter().map(|id| flat.parameter(*id));
    let mut block = Block {
        flat,
        flow: Flow::of(flat),
        steps: steps(flat, &begins),
        memory: Memory::default(),
        places: places.into_values().collect(),
        run: Run { threads: (threads, is_said), ..Run::default() },
        line_of: HashMap::new(),
        arrived: HashMap::new(),
        left: STEPS_MAX,
        parameters: parameters.collect(),
        along,
        leads: Vec::new(),
    };
    block.list();
    block.find_ways();
    if let Some(at) = block.steps.iter().position(Step::reads_extents).filter(|_| !is_said) {
        block.leave(at as u32, Left::Threads);
    }
    if flat.has_calls {
        block.leave(0, Left::Call);
    }
    let warps = threads.div_ceil(WARP_LANES as u32).min(WARPS_MAX);
    let mut warps: Vec<Warp> = (0..warps).map(|number| Warp::new(number, threads, flat.registers)).collect();
    // Each warp goes on until it waits; those that wait for the same go on together.
    loop {
        let mut has_moved = false;
        for warp in &mut warps {
            if warp.state == State::Ready && block.left > 0 {
                block.advance(warp);
                has_moved = true;
            }
        }
        has_moved |= block.release(&mut warps);
        if !has_moved || block.left == 0 {
            break;
        }
    }
    Run { shared: block.memory.shared, ..block.run }
}

impl Warp {
    fn new(number: u32, threads: u32, registers: u32) -> Self {
        let count = (threads - number * WARP_LANES as u32).min(WARP_LANES as u32);
        let mask = if count == 32 { Mask::MAX } else { (1 << count) - 1 };
        Self {
            number,
            at: vec![(0, mask)],
            registers: vec![[NEVER; WARP_LANES]; registers as usize],
            loads: vec![0; registers as usize],
            back: HashMap::new(),
            turns: HashMap::new(),
            epoch: 0,
            syncs: 0,
            groups: 0,
            state: State::Ready,
        }
    }

    /// Takes the lanes that are furthest behind: where they are, and which.
    fn behind(&mut self) -> Option<(u32, Mask)> {
        let first = self.at.iter().map(|(at, _)| *at).min()?;
        let mask = self.at.iter().filter(|(at, _)| *at == first).fold(0, |all, (_, mask)| all | mask);
        self.at.retain(|(at, _)| *at != first);
        Some((first, mask))
    }

    /// What a lane does now.
    const fn when(&self, lane: usize) -> When {
        When { warp: self.number, lane, blocks: self.epoch, lanes: self.syncs }
    }

    fn turn(&mut self, position: u32) -> u32 {
        let turn = self.turns.entry(position).or_default();
        *turn += 1;
        *turn - 1
    }
}

/// The line of the access that brought what an instruction reads.
fn load_of(warp: &Warp, input: Input<'_>) -> Option<u32> {
    match input {
        Input::Register(id) => Some(warp.loads[id as usize]).filter(|line| *line != 0),
        _ => None,
    }
}

fn lanes(mask: Mask) -> impl Iterator<Item = usize> {
    (0..WARP_LANES).filter(move |lane| mask >> lane & 1 == 1)
}

impl<'a> Block<'_, '_, 'a> {
    /// Lists accesses and products in the order of the text.
    fn list(&mut self) {
        let mut at: Vec<u32> = (0..self.steps.len() as u32).collect();
        at.sort_by_key(|position| self.flat.instruction(*position).line);
        for position in at {
            let (step, instruction) = (&self.steps[position as usize], self.flat.instruction(position));
            let (opcode, line, loc) = (step.opcode, instruction.line, instruction.loc);
            let (is_write, bytes) = match &step.action {
                Action::Multiply(form) => {
                    self.line_of.insert(position, self.run.lines.len());
                    let form = Ok(**form);
                    self.run.lines.push(ProductLine { opcode, line, loc, form, executions: 0 });
                    continue;
                }
                Action::MultiplyUnknown(why) => {
                    self.run.left.push((line, Left::Product(why.clone())));
                    self.run.lines.push(ProductLine {
                        opcode,
                        line,
                        loc,
                        form: Err(why.clone()),
                        executions: 0,
                    });
                    continue;
                }
                Action::Unfollowed => {
                    self.run.left.push((line, Left::Bytes));
                    continue;
                }
                Action::Load(Space::Shared) => (false, step.bits / 8 * step.to.len() as u32),
                Action::Store(Space::Shared) => (true, step.bits / 8 * (step.inputs.len() as u32 - 1)),
                Action::CopyAsync => (
                    true,
                    step.inputs.get(2).map_or(16, |(input, _)| match input {
                        Input::Number(bytes) => *bytes as u32,
                        _ => 16,
                    }),
                ),
                Action::Matrices(moved) if moved.source().is_none() => (moved.name == "stmatrix", 16),
                _ => continue,
            };
            self.line_of.insert(position, self.run.accesses.len());
            let is_in_loop = self.flow.loop_of[position as usize] > 0;
            let (of, executions) = (Vec::new(), Vec::new());
            self.run.accesses.push(AccessLine {
                opcode,
                line,
                loc,
                is_write,
                is_in_loop,
                bytes,
                of,
                executions,
            });
        }
    }

    /// Finds the blocks from which a product is reached.
    fn find_ways(&mut self) {
        let flow = &self.flow;
        self.leads = vec![false; flow.starts.len()];
        let of_products = self
            .steps
            .iter()
            .zip(&flow.block_of)
            .filter(|(step, _)| matches!(step.action, Action::Multiply(_)));
        let mut open: Vec<u32> = of_products.map(|(_, block)| *block).collect();
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut self.leads[block as usize], true) {
                open.extend(&flow.before[block as usize]);
            }
        }
    }

    fn leave(&mut self, position: u32, why: Left) {
        let line = self.flat.instruction(position).line;
        if !self.run.left.iter().any(|(at, other)| (*at, other) == (line, &why)) {
            self.run.left.push((line, why));
        }
    }

    /// Lets warps go on that have all come to a barrier.
    fn release(&mut self, warps: &mut [Warp]) -> bool {
        let waiting: Vec<u32> = warps
            .iter()
            .filter_map(|warp| match warp.state {
                State::Waits(id) => Some(id),
                _ => None,
            })
            .collect();
        let live = warps.iter().filter(|warp| warp.state != State::Done).count();
        let mut has_moved = false;
        for id in waiting {
            let count = warps.iter().filter(|warp| warp.state == State::Waits(id)).count();
            // A barrier of some warps is complete when no other warp can still come.
            if count == live
                || self.is_complete(id, count as u32)
                || live == warps.iter().filter(|warp| matches!(warp.state, State::Waits(_))).count()
            {
                self.arrived.remove(&id);
                // Only what all have passed orders the accesses of all.
                self.run.has_other_order |= count != live;
                for warp in warps.iter_mut().filter(|warp| warp.state == State::Waits(id)) {
                    warp.state = State::Ready;
                    warp.epoch += 1;
                    warp.syncs += 1;
                    has_moved = true;
                }
            }
        }
        has_moved
    }

    /// Whether as many threads have come to a barrier as it says.
    fn is_complete(&self, id: u32, warps: u32) -> bool {
        let wanted = self.arrived.get(&(id | COUNT)).copied();
        let arrived = self.arrived.get(&id).copied().unwrap_or(0);
        wanted.is_some_and(|wanted| arrived + warps * WARP_LANES as u32 >= wanted)
    }

    /// Carries out a warp's instructions until it waits or ends.
    fn advance(&mut self, warp: &mut Warp) {
        while self.left > 0 {
            let Some((at, mask)) = warp.behind() else {
                warp.state = State::Done;
                return;
            };
            if at as usize >= self.steps.len() {
                continue;
            }
            // The step is not changed by what it does.
            let steps = std::mem::take(&mut self.steps);
            let goes_on = self.carry_out(warp, &steps[at as usize], at, mask);
            self.steps = steps;
            if !goes_on {
                return;
            }
        }
        self.leave(0, Left::Length);
    }

    /// Carries out an instruction, and returns whether the warp goes on.
    fn carry_out(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, all: Mask) -> bool {
        self.left = self.left.saturating_sub(all.count_ones() as usize);
        let (mut mask, mut is_open) = (all, false);
        if let Some((register, wanted)) = step.guard {
            let row = &warp.registers[register as usize];
            mask = lanes(all)
                .filter(|lane| row[*lane].as_number().is_none_or(|one| (one & 1 == 1) == wanted))
                .fold(0, |all, lane| all | 1 << lane);
            is_open = lanes(mask).any(|lane| row[lane].as_number().is_none());
        }
        if let Action::Jump(to) = &step.action {
            self.jump(warp, to, at, (all, mask), is_open);
            return true;
        }
        if matches!(step.action, Action::End) {
            let rest = all & !mask;
            // What is not known leads on: the kernel's end is not what is looked for.
            let rest = if is_open { all } else { rest };
            if rest != 0 {
                warp.at.push((at + 1, rest));
            }
            return true;
        }
        warp.at.push((at + 1, all));
        if mask == 0 {
            return true;
        }
        match &step.action {
            Action::Barrier { waits } => {
                // A barrier of some threads orders the accesses of these alone.
                self.run.has_other_order |= !waits || mask != all || warp.at.len() > 1;
                return self.barrier(warp, step, *waits);
            }
            Action::SyncLanes => warp.syncs += 1,
            Action::CommitCopies => warp.groups += 1,
            Action::WaitCopies(pending) => {
                // Without a number it is all, and what is not in a group yet.
                let groups = warp.groups + u32::from(pending.is_none());
                let now = warp.when(0);
                self.memory.wait(now, groups, pending.unwrap_or(0));
                warp.groups = groups;
            }
            Action::Yield => {
                self.run.has_other_order = true;
                // Succeeds when it is asked again.
                self.write_all(warp, step, mask, |_| Value::of(1));
                return warp.turn(at) % 2 == 1;
            }
            _ => self.compute(warp, step, at, mask),
        }
        true
    }

    fn jump(&mut self, warp: &mut Warp, to: &[u32], at: u32, (all, mask): (Mask, Mask), is_open: bool) {
        let [target] = to else {
            self.leave(at, Left::Jump);
            return;
        };
        let mut taken = mask;
        if is_open {
            // A loop is followed for some turns; on the way to products code is not passed over.
            let back = warp.back.entry(at).or_default();
            let goes_back = *target <= at && *back + 1 < TURNS;
            *back = if goes_back { *back + 1 } else { 0 };
            let leads = |position: u32| self.leads[self.flow.block_of[position as usize] as usize];
            let is_way = *target > at && leads(*target) && !leads(at + 1);
            if !goes_back && !is_way {
                taken = 0;
            }
        }
        if taken != 0 {
            warp.at.push((*target, taken));
        }
        if all & !taken != 0 {
            warp.at.push((at + 1, all & !taken));
        }
    }

    fn barrier(&mut self, warp: &mut Warp, step: &Step<'a>, waits: bool) -> bool {
        let lane = warp.at.last().map_or(0, |(_, mask)| mask.trailing_zeros() as usize % WARP_LANES);
        let number =
            |at: usize| step.inputs.get(at).and_then(|input| self.input_of(warp, *input, lane).as_number());
        let (id, count) = (number(0).unwrap_or(0) as u32 & 15, number(1));
        if let Some(count) = count {
            self.run.has_other_order |= count != u64::from(self.run.threads.0);
            self.arrived.insert(id | COUNT, count as u32);
        }
        if waits {
            warp.state = State::Waits(id);
        } else {
            *self.arrived.entry(id).or_default() += WARP_LANES as u32;
        }
        !waits
    }

    fn input_of(&self, warp: &Warp, (input, offset): (Input<'a>, u64), lane: usize) -> Value {
        match input {
            Input::Register(id) => {
                let value = warp.registers[id as usize][lane];
                if value == NEVER {
                    value
                } else {
                    Value { number: value.number.wrapping_add(offset), ..value }
                }
            }
            Input::Number(number) => Value::of(number.wrapping_add(offset)),
            Input::Name(name @ ("%tid.x" | "%tid.y" | "%tid.z")) => {
                let thread = u64::from(warp.number) * WARP_LANES as u64 + lane as u64;
                let [x, y] = self.along.map(|along| u64::from(along.max(1)));
                Value::of(match name.as_bytes().last() {
                    Some(b'x') => thread % x,
                    Some(b'y') => thread / x % y,
                    _ => thread / x / y,
                })
            }
            Input::Name("%laneid") => Value::of(lane as u64),
            Input::Name("%warpid") => Value::of(warp.number.into()),
            Input::Name("%ntid.x") => Value::of(self.along[0].into()),
            Input::Name("%ntid.y") => Value::of(self.along[1].into()),
            Input::Name("%ntid.z") => Value::of((self.run.threads.0 / self.along[0] / self.along[1]).into()),
            _ => Value { from: UNSET, number: 0 },
        }
    }

    /// What an instruction reads in a lane.
    fn input(&mut self, warp: &Warp, input: (Input<'a>, u64), lane: usize) -> Value {
        let value = match input.0 {
            Input::Variable(id) => {
                let own = self.run.sources.atom(Atom::Parameter(id | OWN, 0));
                Value { number: own.number.wrapping_add(input.1), ..own }
            }
            Input::Name(name) => match self.input_of(warp, input, lane) {
                value if value.from == UNSET => self.run.sources.atom(Atom::Special(name)),
                value => value,
            },
            _ => self.input_of(warp, input, lane),
        };
        match value {
            NEVER => self.run.sources.result("unset", &[]),
            _ => value,
        }
    }

    fn write_all(&mut self, warp: &mut Warp, step: &Step<'a>, mask: Mask, value: impl Fn(usize) -> Value) {
        for to in step.to.iter().flatten() {
            for lane in lanes(mask) {
                warp.registers[*to as usize][lane] = value(lane);
            }
        }
    }

    fn compute(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask) {
        let load = match &step.action {
            Action::Load(Space::Shared) | Action::Matrices(_) => self.flat.instruction(at).line,
            Action::Integer(_) | Action::Float => {
                step.inputs.iter().find_map(|(input, _)| load_of(warp, *input)).unwrap_or(0)
            }
            _ => 0,
        };
        for to in step.to.iter().flatten() {
            warp.loads[*to as usize] = load;
        }
        match &step.action {
            Action::Integer(name) => self.integer(warp, step, mask, name),
            Action::Float => self.float(warp, step, mask),
            Action::Compare => self.compare(warp, step, mask),
            Action::Select => self.each(warp, step, mask, |block, of| match of[2].as_number() {
                Some(which) => of[usize::from(which & 1 == 0)],
                None if of[0] == of[1] => of[0],
                None => block.run.sources.result("selp", of),
            }),
            Action::Shuffle => self.shuffle(warp, step, mask),
            Action::Load(space) => self.load(warp, step, at, mask, *space),
            Action::Store(space) => self.store(warp, step, at, mask, *space),
            Action::CopyAsync => self.copy(warp, step, at, mask),
            Action::Matrices(moved) => self.matrices(warp, step, at, moved),
            Action::Multiply(form) => self.multiply(warp, step, at, form),
            Action::Nothing | Action::Unfollowed => {}
            _ => {
                for (part, to) in step.to.iter().enumerate() {
                    let Some(to) = to else { continue };
                    for lane in lanes(mask) {
                        let mut of: Vec<Value> =
                            step.inputs.iter().map(|input| self.input(warp, *input, lane)).collect();
                        of.push(Value::of(part as u64));
                        warp.registers[*to as usize][lane] = self.run.sources.result(step.opcode, &of);
                    }
                }
            }
        }
    }

    /// An instruction with one result from what it reads in the same lane.
    fn each(
        &mut self,
        warp: &mut Warp,
        step: &Step<'a>,
        mask: Mask,
        one: impl Fn(&mut Self, &[Value]) -> Value,
    ) {
        let Some(Some(to)) = step.to.first() else { return };
        let mut of = Vec::with_capacity(step.inputs.len());
        for lane in lanes(mask) {
            of.clear();
            for input in &step.inputs {
                of.push(self.input(warp, *input, lane));
            }
            warp.registers[*to as usize][lane] = one(self, &of);
        }
    }

    fn integer(&mut self, warp: &mut Warp, step: &Step<'a>, mask: Mask, name: &'a str) {
        if step.to.len() < 2 {
            self.each(warp, step, mask, |block, of| result(&mut block.run.sources, step, name, of));
            return;
        }
        // One register as several.
        let each = step.bits as usize / 8 / step.to.len();
        let Some(input) = step.inputs.first() else { return };
        for lane in lanes(mask) {
            let value = self.input(warp, *input, lane);
            let bytes = self.run.sources.bytes(value, each * step.to.len());
            for (part, to) in bytes.chunks(each.max(1)).zip(&step.to) {
                if let Some(to) = to {
                    warp.registers[*to as usize][lane] = self.run.sources.value(part);
                }
            }
        }
    }

    /// Element by element: one for each number in a register.
    fn float(&mut self, warp: &mut Warp, step: &Step<'a>, mask: Mask) {
        let opcode = step.opcode;
        let packs = opcode.starts_with("cvt") && opcode.contains("x2.f32");
        let pairs = !opcode.starts_with("cvt") && opcode.contains("16x2");
        self.each(warp, step, mask, |block, of| {
            let sources = &mut block.run.sources;
            if packs {
                let each = if opcode.contains("16x2") { 2 } else { 1 };
                let mut part = |of: Value| {
                    let one = sources.derived(opcode, &[of]);
                    sources.bytes(one, each)
                };
                let both = [part(of[1]), part(of[0])].concat();
                return sources.value(&both);
            }
            if pairs {
                let mut half = |at: usize| {
                    let halves: Vec<Value> = of
                        .iter()
                        .map(|one| {
                            let bytes = sources.bytes(*one, 4);
                            sources.value(&bytes[2 * at..2 * at + 2])
                        })
                        .collect();
                    let one = sources.derived(opcode, &halves);
                    sources.bytes(one, 2)
                };
                let both = [half(0), half(1)].concat();
                return sources.value(&both);
            }
            let is_zero = |at: usize| of.get(at) == Some(&Value::of(0));
            match step.opcode.split('.').next() {
                Some("mul") if is_zero(0) || is_zero(1) => Value::of(0),
                Some("fma") if is_zero(0) || is_zero(1) => of[2],
                _ => sources.derived(opcode, of),
            }
        });
    }

    fn compare(&mut self, warp: &mut Warp, step: &Step<'a>, mask: Mask) {
        let join = step.opcode.split('.').nth(2).filter(|word| matches!(*word, "and" | "or" | "xor"));
        for lane in lanes(mask) {
            let of: Vec<Value> = step.inputs.iter().map(|input| self.input(warp, *input, lane)).collect();
            let sources = &mut self.run.sources;
            let mut value = match compared(sources, step.opcode, step.bits, of[0], of[1]) {
                Some(is_true) => Value::of(is_true.into()),
                None => sources.result(step.opcode, &of[..2]),
            };
            if let (Some(join), Some(with)) = (join, of.get(2)) {
                value = predicate(sources, join, value, *with);
            }
            let opposite = predicate(sources, "xor", value, Value::of(1));
            for (to, value) in step.to.iter().zip([value, opposite]) {
                if let Some(to) = to {
                    warp.registers[*to as usize][lane] = value;
                }
            }
        }
    }

    fn shuffle(&mut self, warp: &mut Warp, step: &Step<'a>, mask: Mask) {
        let inputs: Vec<Row> = step
            .inputs
            .iter()
            .take(2)
            .map(|input| {
                let mut row = [Value::default(); WARP_LANES];
                for lane in lanes(mask) {
                    row[lane] = self.input(warp, *input, lane);
                }
                row
            })
            .collect();
        let [values, by] = inputs.as_slice() else { return };
        for lane in lanes(mask) {
            let from = by[lane].as_number().map(|by| {
                match step.opcode.split('.').find(|word| matches!(*word, "idx" | "bfly" | "up" | "down")) {
                    Some("bfly") => lane ^ (by as usize % WARP_LANES),
                    Some("up") => lane.checked_sub(by as usize).unwrap_or(lane),
                    Some("down") => Some(lane + by as usize).filter(|to| *to < WARP_LANES).unwrap_or(lane),
                    _ => by as usize % WARP_LANES,
                }
            });
            let value = match from {
                Some(from) => values[from],
                None => self.run.sources.result(step.opcode, &[values[lane], by[lane]]),
            };
            for (to, value) in step.to.iter().zip([value, Value::of(1)]) {
                if let Some(to) = to {
                    warp.registers[*to as usize][lane] = value;
                }
            }
        }
    }

    /// Whether an access is inside of shared memory and aligned; the first that is not becomes a fault.
    fn is_allowed(&mut self, warp: &Warp, at: u32, lane: usize, address: u64, bytes: u32) -> bool {
        let is_misaligned = !address.is_multiple_of(bytes.max(1).into());
        let end = address.saturating_add(bytes.into());
        let is_outside = !self.places.iter().any(|(from, to)| *from <= address && end <= *to);
        if is_misaligned || is_outside {
            let instruction = self.flat.instruction(at);
            let (line, loc) = (instruction.line, instruction.loc);
            if !self.run.faults.iter().any(|fault| fault.line == line) {
                let thread = warp.number * WARP_LANES as u32 + lane as u32;
                self.run.faults.push(Fault {
                    line,
                    loc,
                    thread,
                    address: address as u32,
                    bytes,
                    is_misaligned,
                });
            }
        }
        !is_misaligned && !is_outside
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
            executions.push(Execution { warp: warp.number, turn, lanes: lanes_at, global, is_whole: known });
        }
        allowed
    }

    /// Notes that an access may come too early.
    fn note(&mut self, at: u32, race: Option<Race>) {
        let Some(race) = race else { return };
        let instruction = self.flat.instruction(at);
        let (line, loc) = (instruction.line, instruction.loc);
        if !self.run.races.iter().any(|(other, ..)| *other == line) {
            self.run.races.push((line, loc, race));
        }
    }

    /// Notes of what array an access moves bytes.
    fn moves(&mut self, at: u32, byte: Value) {
        let from = self.run.sources.origin(byte).from;
        if let Some(line) = self.line_of.get(&at) {
            let of = &mut self.run.accesses[*line].of;
            if from > UNSET && !of.contains(&from) && of.len() < SOURCES_MAX {
                of.push(from);
            }
        }
    }

    fn row(&mut self, warp: &Warp, input: (Input<'a>, u64), mask: Mask) -> Row {
        let mut row = [Value::default(); WARP_LANES];
        for lane in lanes(mask) {
            row[lane] = self.input(warp, input, lane);
        }
        row
    }

    fn load(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask, space: Space) {
        let Some(address) = step.inputs.first().copied() else { return };
        let each = step.bits as usize / 8;
        let bytes = each * step.to.len();
        if space == Space::Shared {
            let addresses = self.row(warp, address, mask);
            let allowed = self.access(warp, at, (bytes as u32, mask), &addresses, None);
            for (lane, from) in allowed {
                let all = self.memory.read(from, bytes as u32);
                let race = self.memory.note_read(warp.when(lane), from, bytes as u32);
                self.note(at, race);
                self.moves(at, all[0]);
                self.put(warp, step, lane, &all, each);
            }
            return;
        }
        for lane in lanes(mask) {
            let from = self.input(warp, address, lane);
            if let Some(kept) = self.memory.own(warp.number, from, lane) {
                self.write_all(warp, step, 1 << lane, |_| kept);
                continue;
            }
            let all: Vec<Value> = match (space, address.0) {
                (Space::Own, Input::Variable(id)) if self.parameters.contains(&id) => {
                    let value = self.run.sources.atom(Atom::Parameter(id, address.1));
                    self.write_all(warp, step, 1 << lane, |_| value);
                    continue;
                }
                (Space::Generic, _) if from.from == NUMBER => {
                    self.memory.read(from.number as u32 & WINDOW, bytes as u32)
                }
                (Space::Own, _) => {
                    self.write_all(warp, step, 1 << lane, |_| NEVER);
                    continue;
                }
                _ => {
                    let source = self.run.sources.of(Kind::Memory(from.from));
                    (0..bytes as u64)
                        .map(|byte| Value { from: source, number: from.number.wrapping_add(byte) })
                        .collect()
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
                if step.opcode.ends_with(".s8") || step.opcode.ends_with(".s16") {
                    value = self.run.sources.widened(value, step.bits, true);
                }
                warp.registers[*to as usize][lane] = value;
            }
        }
    }

    fn store(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask, space: Space) {
        let Some((address, inputs)) = step.inputs.split_first() else { return };
        let each = step.bits as usize / 8;
        let addresses = self.row(warp, *address, mask);
        let bytes_of = |block: &mut Self, warp: &Warp, lane: usize| -> Vec<Value> {
            let mut all = Vec::with_capacity(each * inputs.len());
            for input in inputs {
                let value = block.input(warp, *input, lane);
                all.extend(block.run.sources.bytes(value, each));
            }
            all
        };
        if space == Space::Shared {
            let bytes = (each * inputs.len()) as u32;
            for (lane, to) in self.access(warp, at, (bytes, mask), &addresses, None) {
                let all = bytes_of(self, warp, lane);
                self.moves(at, all[0]);
                let race = self.memory.note_write(warp.when(lane), to, bytes, None);
                self.note(at, race);
                self.memory.write(to, &all);
            }
            return;
        }
        let line = self.flat.instruction(at).line;
        for lane in lanes(mask) {
            if space == Space::Own {
                let value = self.input(warp, inputs[0], lane);
                self.memory.keep(warp.number, addresses[lane], lane, value);
                continue;
            }
            let all = bytes_of(self, warp, lane);
            if space == Space::Generic && addresses[lane].from == NUMBER {
                self.memory.write(addresses[lane].number as u32 & WINDOW, &all);
                continue;
            }
            for (byte, value) in (0u64..).zip(&all) {
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
                if number.is_multiple_of(element) {
                    let at = Value { number: addresses[lane].number.wrapping_add(byte), ..addresses[lane] };
                    self.run.stored.push(Stored { product, cell: (number / element) as u32, at, line });
                }
            }
        }
    }

    fn copy(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, mask: Mask) {
        let [to, from, rest @ ..] = step.inputs.as_slice() else { return };
        let addresses = self.row(warp, *to, mask);
        let global = self.row(warp, *from, mask);
        let size = rest.first().map_or(16, |(input, _)| match input {
            Input::Number(bytes) => *bytes as u32,
            _ => 16,
        });
        if !matches!(size, 4 | 8 | 16) {
            self.leave(at, Left::Bytes);
            return;
        }
        let allowed = self.access(warp, at, (size, mask), &addresses, Some(Box::new(global)));
        for (lane, to) in allowed {
            // What is not known is the whole of it.
            let given = rest.get(1).filter(|_| !step.opcode.contains("cache_hint") || rest.len() > 2);
            let given = given.and_then(|input| self.input(warp, *input, lane).as_number());
            let count = given.map_or(size, |given| (given as u32).min(size));
            let source = self.run.sources.of(Kind::Memory(global[lane].from));
            let byte = |at: u32| match at < count {
                true => Value { from: source, number: global[lane].number.wrapping_add(at.into()) },
                false => Value::of(0),
            };
            let all: Vec<Value> = (0..size).map(byte).collect();
            self.moves(at, all[0]);
            let race = self.memory.note_write(warp.when(lane), to, size, Some(warp.groups));
            self.note(at, race);
            self.memory.write(to, &all);
        }
    }

    /// Rows of 16 bytes to registers, registers to rows, or registers to the registers of other lanes.
    fn matrices(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, moved: &Matrices) {
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
                self.moves(at, rows[lane][0]);
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
                self.moves(at, rows[lane][0]);
                let race = self.memory.note_write(warp.when(lane), to, 16, None);
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
        let bytes = self.run.sources.bytes(value, 8);
        let first = (part * bits / 8) as usize;
        let of = &bytes[first..first + (bits as usize).div_ceil(8)];
        let whole = self.run.sources.value(of);
        let origin = self.run.sources.origin(whole);
        let bit = u64::from(part * bits % 8);
        Value { number: origin.number.wrapping_mul(8).wrapping_add(bit), ..origin }
    }

    fn multiply(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, form: &Form) {
        let line = self.line_of[&at];
        let turn = warp.turn(at);
        self.run.lines[line].executions += 1;
        if self.run.products.len() == PRODUCTS_MAX {
            self.left = 0;
            return;
        }
        let mut first = 0;
        let mut cells_of = |block: &mut Self, operand: Operand| {
            let fragment = form.fragment(operand);
            let mut cells =
                vec![Value { from: UNSET, number: 0 }; (fragment.rows * fragment.columns) as usize];
            for register in 0..fragment.registers() {
                let Some(input) = step.inputs.get(first + register as usize).copied() else { continue };
                for lane in 0..WARP_LANES {
                    let value = block.input(warp, input, lane);
                    for part in 0..fragment.parts {
                        let slot = Slot { thread: lane as u32, register, part };
                        let (row, column) = fragment.cell_from_slot(slot);
                        let at = (row * fragment.columns + column) as usize;
                        cells[at] = block.element(value, fragment.bits, part);
                    }
                }
            }
            first += fragment.registers() as usize;
            cells
        };
        let (a, b, c) = (cells_of(self, Operand::A), cells_of(self, Operand::B), cells_of(self, Operand::C));
        let counts = [Operand::A, Operand::B].map(|operand| form.fragment(operand).registers() as usize);
        let lines: Vec<u32> =
            step.inputs.iter().map(|(input, _)| load_of(warp, *input).unwrap_or(0)).collect();
        let loads = [0, counts[0]].map(|from| lines.iter().skip(from).copied());
        let [of_a, of_b] = loads;
        let loads = [of_a.take(counts[0]).collect(), of_b.take(counts[1]).collect()];
        let number = self.run.products.len() as u32;
        self.run.products.push(Product { line: line as u32, warp: warp.number, turn, a, b, c, loads });
        let from: Source = self.run.sources.of(Kind::Product(number));
        let result = form.fragment(Operand::D);
        let bytes = u64::from(result.bits / 8);
        for register in 0..result.registers() {
            let Some(Some(to)) = step.to.get(register as usize) else { continue };
            for lane in 0..WARP_LANES {
                let (row, column) = result.cell_from_slot(Slot { thread: lane as u32, register, part: 0 });
                let cell = u64::from(row * result.columns + column);
                warp.registers[*to as usize][lane] = Value { from, number: cell * bytes };
            }
        }
    }
}

/// What a register holds that nothing wrote.
const NEVER: Value = Value { from: UNSET, number: u64::MAX };

/// Marks the number of threads that a barrier waits for.
const COUNT: u32 = 1 << 16;

/// Bits of an address in shared memory.
const WINDOW: u32 = 0x3_ffff;

/// Marks variables of a function's own among parameters.
const OWN: u32 = 1 << 31;

/// Arrays that an access is said to move elements of.
const SOURCES_MAX: usize = 8;
