//! The slip that a wrong answer likely comes from: what each slip would lead to is worked out by the core, and compared
//! with the answer that was given.

mod click;
mod element;
pub(crate) mod formula;
mod neighbour;
mod number;
mod read;
pub(crate) mod sentence;
mod value;

use swizzle_core::Coord;

use crate::answer::{Answer, spec_of};
use crate::{Kind, Stop, Strides};
use sentence::names_stride;

/// Describes the likely mistake in an answer about a tile, in a sentence; none if the answer is right, or no slip leads to it.
/// Beside a figure that hides LBO and SBO, no sentence names them.
pub(crate) fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    let knows_strides = stop.figure.strides != Strides::Hidden;
    let spec = spec_of(stop.asked_link())?;
    let sentence = match (&stop.ask.kind, answer) {
        (Kind::Number(name), Answer::Number(given)) => {
            number::slip(&spec, name, *given).filter(|sentence| knows_strides || !names_stride(sentence))?
        }
        (Kind::Click { element, in_memory }, Answer::Click { element: given, .. }) => {
            let wanted = Coord { mn: element.0, k: element.1 };
            return click::hint(&spec, wanted, *given, *in_memory, knows_strides);
        }
        (Kind::Choose(options), Answer::Choice(place)) => {
            return read::slip(options.get(*place)?.1);
        }
        (Kind::Make(goal), Answer::State(link)) => {
            return read::slip_of_state(&spec_of(goal)?, link);
        }
        _ => return None,
    };
    Some(sentence.into())
}
