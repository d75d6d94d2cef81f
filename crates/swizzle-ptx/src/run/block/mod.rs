//! A block of threads, warp by warp.

mod group;
mod moves;
mod ways;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;
use swizzle_warp::{Fragment, WARP_LANES};

use super::integer::{compared, predicate, result};
use super::memory::{Memory, When};
use super::step::{Action, Input, Space, Step, steps};
use super::value::{Atom, UNSET, Value};
use super::{
    AccessLine, GROUP_STEPS_MAX, Left, ProductLine, Run, STEPS_MAX, TURNS, TURNS_MAX, Turn, WARPS_MAX,
    shared_places,
};
use crate::flat::Flat;
use crate::flow::Flow;
use ways::{Way, ways};

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
    /// The turns of each loop whose condition is not known.
    turns_of: HashMap<u32, Turns>,
    /// The accesses to shared memory that were made: where the instruction is, and which of its executions it was.
    trail: Vec<(u32, usize)>,
    /// How often each instruction was carried out.
    turns: HashMap<u32, u32>,
    /// Barriers that it has passed, of the block and of its own lanes, and groups of copies that it has ended.
    epoch: u32,
    syncs: u32,
    groups: u32,
    /// Groups of `wgmma` that it has ended, and what those that are not waited for read: a group, when, after how many writes,
    /// and units.
    read_groups: u32,
    reading: Vec<(u32, When, u32, Rc<[u32]>)>,
    state: State,
}

/// Turns of a loop.
#[derive(Default)]
struct Turns {
    /// Where the accesses of each begin and end among those of the warp.
    each: Vec<Range<usize>>,
    /// Where those of the next turn begin.
    next: usize,
}

/// The lanes that take part by an instruction's guard.
struct Guarded {
    /// Those whose condition holds.
    known: Mask,
    /// Those whose condition holds where sizes are large.
    large: Mask,
    /// Those whose condition is not known.
    open: Mask,
    /// Those whose condition is not known, or known of large sizes alone.
    any: Mask,
}

impl Guarded {
    fn of(warp: &Warp, guard: Option<(u32, bool)>, all: Mask) -> Self {
        let Some((register, wanted)) = guard else {
            return Self { known: all, large: 0, open: 0, any: 0 };
        };
        let row = &warp.registers[register as usize];
        let those = |is_one: &dyn Fn(Value) -> bool| {
            lanes(all).filter(|lane| is_one(row[*lane])).fold(0, |all, lane| all | 1 << lane)
        };
        let any = those(&|value| value.as_number().is_none());
        let holds = those(&|value| value.as_condition() == Some(wanted));
        let open = those(&|value| value.as_condition().is_none());
        Self { known: holds & !any, large: holds & any, open, any }
    }

    const fn is_open(&self) -> bool {
        self.any != 0
    }
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
    /// The way of each jump with a condition.
    ways: HashMap<u32, Way>,
    /// The cells of each fragment by register, lane and part.
    slots: HashMap<Fragment, Rc<[u32]>>,
    /// What descriptors have read last.
    tiles: HashMap<(u64, group::Tile), group::Read>,
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
        line_of: HashMap::default(),
        arrived: HashMap::default(),
        left: 0,
        parameters: parameters.collect(),
        along,
        ways: HashMap::default(),
        slots: HashMap::default(),
        tiles: HashMap::default(),
    };
    let has_groups = block.steps.iter().any(|step| matches!(step.action, Action::MultiplyGroup(_)));
    block.left = if has_groups { GROUP_STEPS_MAX } else { STEPS_MAX };
    block.list();
    block.ways = ways(&block.flow, &block.steps, &block.run.accesses, &block.line_of);
    let is_shape_named = is_said && (flat.function(0).is_shape_named || along[0] != threads);
    if let Some(at) = block.steps.iter().position(Step::reads_extents).filter(|_| !is_shape_named) {
        block.leave(at as u32, Left::Threads);
        // Rows of warps, as most have.
        let warp = WARP_LANES as u32;
        block.along = [threads.min(warp), threads.div_ceil(warp)];
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
    // Generic accesses are to shared memory where they were seen there.
    let is_generic =
        |opcode: &str| (opcode.starts_with("ld.") || opcode.starts_with("st.")) && !opcode.contains("shared");
    block.run.accesses.retain(|one| !one.executions.is_empty() || !is_generic(one.opcode));
    // A turn is named by what its jump asks.
    for turn in &mut block.run.turns {
        let register = block.steps[turn.at as usize].guard.map(|(register, _)| register);
        let mut before = (turn.loop_.start..turn.at).rev();
        let asked = before.find(|at| block.steps[*at as usize].to.contains(&register));
        let instruction = flat.instruction(asked.unwrap_or(turn.at));
        (turn.line, turn.loc) = (instruction.line, instruction.loc);
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
            turns_of: HashMap::default(),
            trail: Vec::new(),
            turns: HashMap::default(),
            epoch: 0,
            syncs: 0,
            groups: 0,
            read_groups: 0,
            reading: Vec::new(),
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
            let product = match &step.action {
                Action::Multiply(form) => Some(Ok(**form)),
                Action::MultiplyGroup(group) => Some(Ok(group.form)),
                Action::MultiplyUnknown(why) => Some(Err(why.clone())),
                _ => None,
            };
            if let Some(form) = product {
                match &form {
                    Ok(_) => _ = self.line_of.insert(position, self.run.lines.len()),
                    Err(why) => self.run.left.push((line, Left::Product(why.clone()))),
                }
                self.run.lines.push(ProductLine { opcode, at: position, line, loc, form, executions: 0 });
                continue;
            }
            let (is_write, bytes) = match &step.action {
                Action::Unfollowed => {
                    self.run.left.push((line, Left::Bytes));
                    continue;
                }
                Action::Load(Space::Shared | Space::Generic) => (false, step.bits / 8 * step.to.len() as u32),
                Action::Store(Space::Shared | Space::Generic) => {
                    (true, step.bits / 8 * (step.inputs.len() as u32).saturating_sub(1))
                }
                Action::CopyAsync => (true, step.copied_bytes()),
                Action::Matrices(moved) if moved.source().is_none() => (moved.name == "stmatrix", 16),
                _ => continue,
            };
            self.line_of.insert(position, self.run.accesses.len());
            let is_in_loop = self.flow.loop_of[position as usize].is_some();
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
        let guarded = Guarded::of(warp, step.guard, all);
        if let Action::Jump(to) = &step.action {
            self.jump(warp, (step, to), at, all, &guarded);
            return true;
        }
        let mask = guarded.known | guarded.large | guarded.open;
        let is_open = guarded.large | guarded.open != 0;
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
        // A guard that is not known is taken to let all lanes take part.
        self.run.sources.is_taken_inside |= is_open;
        match &step.action {
            Action::Barrier { waits } => {
                // A barrier of some threads orders the accesses of these alone.
                self.run.has_other_order |= !waits || mask != all || warp.at.len() > 1;
                return self.barrier(warp, step, *waits);
            }
            Action::SyncLanes => warp.syncs += 1,
            Action::CommitCopies => warp.groups += 1,
            Action::CommitReads => warp.read_groups += 1,
            Action::WaitReads(pending) => self.wait_reads(warp, at, *pending),
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

    fn jump(
        &mut self,
        warp: &mut Warp,
        (step, to): (&Step<'a>, &[u32]),
        at: u32,
        all: Mask,
        guarded: &Guarded,
    ) {
        let [target] = *to else {
            self.leave(at, Left::Jump);
            return;
        };
        let mut taken = guarded.known;
        if guarded.is_open() {
            taken |= match self.ways.get(&at).cloned() {
                // A loop is followed for some turns.
                Some(Way::Turn { is_back, loop_ }) => {
                    let goes_on = self.goes_back(warp, at, &loop_);
                    let is_taken = goes_on == is_back;
                    if let Some((register, wanted)) = step.guard {
                        let lane = guarded.any.trailing_zeros() as usize;
                        let condition = warp.registers[register as usize][lane].of_any_size();
                        let holds = is_taken == wanted;
                        let turn = Turn { warp: warp.number, at, line: 0, loc: 0, loop_, condition, holds };
                        self.run.turns.push(turn);
                    }
                    if is_taken { guarded.any } else { 0 }
                }
                Some(Way::Forward { is_taken: true }) => guarded.large | guarded.open,
                Some(Way::Forward { is_taken: false }) => guarded.large,
                _ => 0,
            };
        }
        if taken != 0 {
            warp.at.push((target, taken));
        }
        if all & !taken != 0 {
            warp.at.push((at + 1, all & !taken));
        }
    }

    /// Whether a loop has another turn: after some, no more than until its accesses are those of a turn before.
    fn goes_back(&mut self, warp: &mut Warp, at: u32, loop_: &Range<u32>) -> bool {
        let trail = &warp.trail;
        let turns = warp.turns_of.entry(at).or_default();
        let own = turns.next..trail.len();
        turns.next = trail.len();
        let lanes = |(at, execution): (u32, usize)| {
            (at, &self.run.accesses[self.line_of[&at]].executions[execution].lanes)
        };
        let of_loop = |turn: &Range<usize>| {
            let own = trail[turn.clone()].iter().copied();
            own.filter(move |(at, _)| loop_.contains(at)).map(lanes)
        };
        let has_come_back = turns.each.iter().any(|turn| of_loop(turn).eq(of_loop(&own)));
        turns.each.push(own);
        let count = turns.each.len() as u32;
        if count < if has_come_back { TURNS } else { TURNS_MAX } {
            return true;
        }
        turns.each.clear();
        if !has_come_back {
            self.leave(at, Left::Turns);
        }
        false
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
            Action::Load(Space::Shared | Space::Generic) | Action::Matrices(_) => {
                self.flat.instruction(at).line
            }
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
            Action::Select => self.each(warp, step, mask, |block, of| match of[2].as_condition() {
                _ if of[0] == of[1] => of[0],
                Some(is_first) => {
                    block.run.sources.is_taken_inside |= of[2].as_number().is_none();
                    of[usize::from(!is_first)]
                }
                None => block.run.sources.result("selp", of),
            }),
            Action::Shuffle => self.shuffle(warp, step, mask),
            Action::Load(space) => self.load(warp, step, at, mask, *space),
            Action::Store(space) => self.store(warp, step, at, mask, *space),
            Action::CopyAsync => self.copy(warp, step, at, mask),
            Action::Matrices(moved) => self.matrices(warp, step, at, moved),
            Action::Multiply(form) => self.multiply(warp, step, at, form),
            Action::MultiplyGroup(group) => self.multiply_group(warp, step, at, group),
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
        let row = self.each_result(warp, step, mask, one);
        for lane in lanes(mask) {
            warp.registers[*to as usize][lane] = row[lane];
        }
    }

    /// The result of each lane from what it reads: the same from the same.
    fn each_result(
        &mut self,
        warp: &Warp,
        step: &Step<'a>,
        mask: Mask,
        one: impl Fn(&mut Self, &[Value]) -> Value,
    ) -> Row {
        let (mut row, mut of, mut before) = ([Value::default(); WARP_LANES], Vec::new(), Vec::new());
        let mut last = None;
        for lane in lanes(mask) {
            std::mem::swap(&mut of, &mut before);
            of.clear();
            for input in &step.inputs {
                of.push(self.input(warp, *input, lane));
            }
            let result = last.filter(|_| of == before).unwrap_or_else(|| one(self, &of));
            (row[lane], last) = (result, Some(result));
        }
        row
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
        // Bytes of each of two that are computed side by side.
        let half = [("16x2", 2), ("32x2", 4)].into_iter().find(|(word, _)| opcode.contains(word));
        let half = half.filter(|_| !opcode.starts_with("cvt"));
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
            if let Some((_, each)) = half {
                let mut half = |at: usize| {
                    let halves: Vec<Value> = of
                        .iter()
                        .map(|one| {
                            let bytes = sources.bytes(*one, 2 * each);
                            sources.value(&bytes[each * at..each * (at + 1)])
                        })
                        .collect();
                    let one = sources.derived(opcode, &halves);
                    sources.bytes(one, each)
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
        let row = self.each_result(warp, step, mask, |block, of| {
            let sources = &mut block.run.sources;
            let value = compared(sources, step.opcode, step.bits, of[0], of[1]);
            match (join, of.get(2)) {
                (Some(join), Some(with)) => predicate(sources, join, value, *with),
                _ => value,
            }
        });
        for (to, is_opposite) in step.to.iter().zip([false, true]) {
            let Some(to) = to else { continue };
            for lane in lanes(mask) {
                let opposite =
                    is_opposite.then(|| predicate(&mut self.run.sources, "xor", row[lane], Value::of(1)));
                warp.registers[*to as usize][lane] = opposite.unwrap_or(row[lane]);
            }
        }
    }

    /// Source: PTX ISA, `shfl.sync`, semantics.
    fn shuffle(&mut self, warp: &mut Warp, step: &Step<'a>, mask: Mask) {
        let &[value, by, clamp, ..] = step.inputs.as_slice() else { return };
        let [values, by, clamp] = [value, by, clamp].map(|input| self.row(warp, input, mask));
        for lane in lanes(mask) {
            let from = by[lane].as_number().zip(clamp[lane].as_number()).map(|(by, clamp)| {
                let (by, own, segment) = (by as i64 & 31, lane as i64, clamp as i64 >> 8 & 31);
                let first = own & segment;
                let end = first | clamp as i64 & 31 & !segment;
                let has = |word: &str| step.opcode.split('.').any(|one| one == word);
                let (from, is_inside) = match () {
                    () if has("up") => (own - by, own - by >= end),
                    () if has("down") => (own + by, own + by <= end),
                    () if has("bfly") => (own ^ by, own ^ by <= end),
                    () => (first | by & !segment, first | by & !segment <= end),
                };
                (if is_inside { from as usize } else { lane }, is_inside)
            });
            let (value, is_inside) = match from {
                Some((from, is_inside)) if mask >> from & 1 == 1 => {
                    (values[from], Value::of(is_inside.into()))
                }
                Some(_) => (NEVER, NEVER),
                None => {
                    let open = self.run.sources.result(step.opcode, &[values[lane], by[lane]]);
                    (open, open)
                }
            };
            for (to, value) in step.to.iter().zip([value, is_inside]) {
                if let Some(to) = to {
                    warp.registers[*to as usize][lane] = value;
                }
            }
        }
    }
}

/// What a register holds that nothing wrote.
const NEVER: Value = Value { from: UNSET, number: u64::MAX };

/// Marks the number of threads that a barrier waits for.
const COUNT: u32 = 1 << 16;

/// Marks variables of a function's own among parameters.
const OWN: u32 = 1 << 31;
