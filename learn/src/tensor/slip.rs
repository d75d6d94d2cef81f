//! The slips behind wrong answers about tensor memory.

use super::*;
use crate::slip::formula::slip;

include!(concat!(env!("OUT_DIR"), "/tensor.rs"));

/// Those of a stage of scale factors.
mod stage {
    include!(concat!(env!("OUT_DIR"), "/stage.rs"));
}

/// Those of a fragment.
mod fragment {
    include!(concat!(env!("OUT_DIR"), "/fragment.rs"));
}

/// Describes the likely mistake behind a number, in a sentence; none if no slip leads to it.
pub(crate) fn of_number(stop: &Stop, name: &str, given: u64) -> Option<String> {
    let link = stop.asked_link();
    let formulas = match () {
        () if is_of_scale(link) => stage::FORMULAS,
        () if Dealt::is_of(link) => fragment::FORMULAS,
        () => FORMULAS,
    };
    slip(&*facts(link)?, formulas, name, given)
}
