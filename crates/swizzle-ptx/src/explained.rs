//! The lines from which the operands of an instruction follow.

use crate::effect::written;
use crate::flat::{Budget, Flat};
use crate::flow::Flow;
use crate::kernel::{names_of, roles};
use crate::mma::name::mma_name;
use crate::module::Module;
use crate::operand::Operand;
use crate::provenance::{Link, chain};
use crate::values::Values;

/// The lines from which an operand of the instruction in a line follows.
pub fn explained<'a>(module: &Module<'a>, line: u32) -> Vec<(&'static str, Vec<Link<'a>>)> {
    let has_line = |at: &usize| module.functions[*at].instructions.iter().any(|one| one.line == line);
    let Some(at) = (0..module.functions.len()).find(has_line) else {
        return Vec::new();
    };
    let flat = Flat::of(module, at, &mut Budget::of(module));
    let flow = Flow::of(&flat);
    let mut values = Values::of(&flat, &flow, names_of(module));
    let positions = 0..flat.places.len() as u32;
    let Some(position) = positions.into_iter().find(|position| flat.instruction(*position).line == line)
    else {
        return Vec::new();
    };
    let operands = flat.operands(position);
    let named: Vec<(&'static str, Operand<'a>)> =
        match mma_name(flat.instruction(position).opcode).and_then(|name| roles(&name, operands)) {
            Some(roles) => {
                let sides = [
                    ("A", Some(roles.sides[0])),
                    ("B", Some(roles.sides[1])),
                    ("idesc", roles.idesc),
                    ("D", Some(roles.result)),
                ];
                sides.into_iter().filter_map(|(name, operand)| Some((name, operand?))).collect()
            }
            None => {
                let read = &operands[written(flat.instruction(position).opcode, operands)..];
                flat.each(position, read).map(|operand| ("operand", *operand)).collect()
            }
        };
    named.iter().for_each(|(_, operand)| values.ask(position, operand));
    values.settle();
    let mut chains = Vec::new();
    for (name, operand) in named {
        if let Some(id) = values.id_of(position, &operand) {
            chains.push((name, chain(&values, id)));
        }
    }
    chains
}
