//! A kernel as one list of instructions: functions that it calls are inlined where they are called.

use crate::module::{Function, Instruction, Module};
use crate::operand::Operand;

/// The number of a register of the kernel or of a function inlined in it.
pub(crate) type Register = u32;

/// A function where it is called.
#[derive(Debug)]
pub(crate) struct Instance {
    /// The index of the function.
    pub(crate) function: usize,
    /// The number of its first register.
    first_register: u32,
    /// The kernel's numbers of its variables.
    variables: Vec<u32>,
    /// The positions of its instructions in the list.
    positions: Vec<u32>,
}

/// An instruction of the list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) instance: u32,
    pub(crate) instruction: u32,
}

/// The successor of an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next one.
    Following,
    /// Others; the next one, too, if it is guarded.
    Jumps(Vec<u32>),
}

/// A kernel as a list.
#[derive(Debug)]
pub(crate) struct Flat<'m, 'a> {
    pub(crate) module: &'m Module<'a>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) places: Vec<Place>,
    pub(crate) next: Vec<Next>,
    /// Number of registers.
    pub(crate) registers: u32,
    /// Number of variables.
    pub(crate) variables: u32,
    /// Variables that hold what an unknown function returned.
    pub(crate) returned: Vec<u32>,
    /// Whether a function is called that is not in the list.
    pub(crate) has_calls: bool,
}

/// Maximum depth of calls that are followed.
const DEPTH_MAX: usize = 8;

/// Maximum number of instructions that called functions may add to a text's kernels: some, and so many for each of its own.
const ADDED_MAX: (usize, usize) = (4000, 8);

/// Number of instructions that called functions may still add.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn of(module: &Module<'_>) -> Self {
        let own = module.functions.iter().map(|function| function.instructions.len());
        Self(own.sum::<usize>() * ADDED_MAX.1 + ADDED_MAX.0)
    }
}

/// A function on the stack of calls.
struct Frame {
    instance: u32,
    next: usize,
}

impl<'m, 'a> Flat<'m, 'a> {
    /// The list of a function.
    pub(crate) fn of(module: &'m Module<'a>, function: usize, budget: &mut Budget) -> Self {
        let mut flat = Self {
            module,
            instances: Vec::new(),
            places: Vec::new(),
            next: Vec::new(),
            registers: 0,
            variables: 0,
            returned: Vec::new(),
            has_calls: false,
        };
        let mut stack = vec![flat.frame(function)];
        while let Some(frame) = stack.last_mut() {
            let instance = frame.instance;
            let body = flat.function(instance);
            let at = frame.next;
            let position = flat.places.len() as u32;
            flat.instances[instance as usize].positions.push(position);
            let Some(instruction) = body.instructions.get(at) else {
                stack.pop();
                continue;
            };
            frame.next += 1;
            if instance != 0 {
                budget.0 = budget.0.saturating_sub(1);
            }
            flat.places.push(Place { instance, instruction: at as u32 });
            if instruction.opcode.split('.').next() != Some("call") {
                continue;
            }
            let operands = body.operands_of(instruction);
            let called = operands.iter().find_map(|operand| match operand {
                Operand::Name(name) => module.by_name.get(name).copied(),
                _ => None,
            });
            let active = |called: usize| {
                stack.iter().any(|frame| flat.instances[frame.instance as usize].function == called)
            };
            let room = budget.0 > 0 && stack.len() < DEPTH_MAX;
            match called.filter(|called| room && !active(*called)) {
                Some(called) => {
                    let callee = flat.frame(called);
                    flat.pass_variables(instance, callee.instance, instruction);
                    stack.push(callee);
                }
                None => flat.note_call(instance, instruction),
            }
        }
        flat.next = (0..flat.places.len() as u32).map(|position| flat.next_of(position)).collect();
        flat
    }

    fn frame(&mut self, function: usize) -> Frame {
        let body = &self.module.functions[function];
        let variables = self.variables..self.variables + body.variables.len() as u32;
        self.variables = variables.end;
        self.instances.push(Instance {
            function,
            first_register: self.registers,
            variables: variables.collect(),
            positions: Vec::with_capacity(body.instructions.len() + 1),
        });
        self.registers += body.registers.len() as u32;
        Frame { instance: self.instances.len() as u32 - 1, next: 0 }
    }

    /// The lists of variables in a call: results, and arguments.
    fn call_lists(&self, instance: u32, instruction: &Instruction<'a>) -> (Vec<u32>, Vec<u32>) {
        let body = self.function(instance);
        let (mut before, mut after, mut is_after) = (Vec::new(), Vec::new(), false);
        for operand in body.operands_of(instruction) {
            match operand {
                Operand::Name(_) => is_after = true,
                Operand::Several(first, count) => {
                    let list = body.list(*first, *count).iter().filter_map(|one| match one {
                        Operand::Variable(id) => {
                            Some(self.instances[instance as usize].variables[*id as usize])
                        }
                        _ => None,
                    });
                    if is_after { &mut after } else { &mut before }.extend(list);
                }
                _ => {}
            }
        }
        (before, after)
    }

    /// Lets a called function's parameters and results be the variables of the call.
    fn pass_variables(&mut self, caller: u32, callee: u32, instruction: &Instruction<'a>) {
        let (results, arguments) = self.call_lists(caller, instruction);
        let body = self.function(callee);
        let formal = body.results.iter().zip(results).chain(body.parameters.iter().zip(arguments));
        let formal: Vec<(u32, u32)> = formal.map(|(formal, actual)| (*formal, actual)).collect();
        for (formal, actual) in formal {
            self.instances[callee as usize].variables[formal as usize] = actual;
        }
    }

    fn note_call(&mut self, instance: u32, instruction: &Instruction<'a>) {
        let (results, _) = self.call_lists(instance, instruction);
        self.returned.extend(results);
        self.has_calls = true;
    }

    /// The function of an instance.
    pub(crate) fn function(&self, instance: u32) -> &'m Function<'a> {
        &self.module.functions[self.instances[instance as usize].function]
    }

    /// The instruction at a position.
    pub(crate) fn instruction(&self, position: u32) -> &'m Instruction<'a> {
        let place = self.places[position as usize];
        &self.function(place.instance).instructions[place.instruction as usize]
    }

    /// The operands at a position; registers and variables in them are numbers of their function.
    pub(crate) fn operands(&self, position: u32) -> &'m [Operand<'a>] {
        self.function(self.places[position as usize].instance).operands_of(self.instruction(position))
    }

    /// Operands of a list at a position.
    pub(crate) fn list(&self, position: u32, first: u32, count: u32) -> &'m [Operand<'a>] {
        self.function(self.places[position as usize].instance).list(first, count)
    }

    /// Operands at a position, one by one where they are written as one.
    pub(crate) fn each(
        &self,
        position: u32,
        operands: &'m [Operand<'a>],
    ) -> impl Iterator<Item = &'m Operand<'a>> {
        operands.iter().flat_map(move |operand| match operand {
            Operand::Several(first, count) => self.list(position, *first, *count),
            one => std::slice::from_ref(one),
        })
    }

    /// What is in an operand: the elements of a list, the base of an address, or itself.
    pub(crate) fn inner(&self, position: u32, operand: &'m Operand<'a>) -> &'m [Operand<'a>] {
        match operand {
            Operand::Several(first, count) => self.list(position, *first, *count),
            Operand::Address(at, _) => self.list(position, *at, 1),
            one => std::slice::from_ref(one),
        }
    }

    /// The label that a jump names.
    pub(crate) fn label(&self, position: u32) -> Option<&'a str> {
        self.operands(position).iter().find_map(Operand::name)
    }

    /// The kernel's number of a register of the function at a position.
    pub(crate) fn register(&self, position: u32, local: u32) -> Register {
        self.instances[self.places[position as usize].instance as usize].first_register + local
    }

    /// The kernel's number of a variable of the function at a position.
    pub(crate) fn variable(&self, position: u32, local: u32) -> u32 {
        self.instances[self.places[position as usize].instance as usize].variables[local as usize]
    }

    /// The kernel's number of one of its own variables.
    pub(crate) fn parameter(&self, local: u32) -> u32 {
        self.instances[0].variables[local as usize]
    }

    fn next_of(&self, position: u32) -> Next {
        let place = self.places[position as usize];
        let (body, instruction) = (self.function(place.instance), self.instruction(position));
        let positions = &self.instances[place.instance as usize].positions;
        let to = |target: u32| positions.get(target as usize).copied();
        let base = instruction.opcode.split('.').next().unwrap_or_default();
        match base {
            "bra" => {
                let label = body.operands_of(instruction).iter().find_map(Operand::name);
                let target = label.and_then(|label| body.target(instruction, label));
                Next::Jumps(target.and_then(to).into_iter().collect())
            }
            "brx" => {
                let table = body.operands_of(instruction).iter().rev().find_map(Operand::name);
                let targets = table.map(|table| body.targets(instruction, table)).unwrap_or_default();
                Next::Jumps(targets.into_iter().filter_map(to).collect())
            }
            // Back to behind the call, or out of the kernel.
            "ret" => {
                Next::Jumps(positions.last().copied().filter(|_| place.instance != 0).into_iter().collect())
            }
            "exit" | "trap" => Next::Jumps(Vec::new()),
            _ => Next::Following,
        }
    }
}
