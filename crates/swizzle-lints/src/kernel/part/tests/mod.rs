//! The cases of all checks of parts.

use super::*;
use crate::tests::{Case, silent, speaks};

/// Checks, each with cases in which it fires, and in which it must not.
pub(crate) type Cases = Vec<(&'static Row, Vec<Case<Part>>)>;

pub(crate) fn cases() -> Cases {
    let mut cases = boxes::tests::cases();
    cases.extend(loads::tests::cases());
    cases.extend(maps::tests::cases());
    cases.extend(filled::tests::cases());
    cases.extend(expects::tests::cases());
    cases.extend(buffers::tests::cases());
    cases.extend(instructions::tests::cases());
    cases.extend(tensor::tests::cases());
    cases.extend(tensor_copies::tests::cases());
    let of_cut = vec![speaks(Severity::Note, "ends inside this kernel", cut(7)), silent(Part::default())];
    cases.push((&TEXT_CUT, of_cut));
    // A conflict costs time and is not wrong.
    let says =
        |severity| BANK_CONFLICT.says(severity, "shared memory is read in 8 wavefronts instead of 4", "");
    let of_conflict =
        [Severity::Note, Severity::Warning].map(|severity| speaks(severity, "8 wavefronts", says(severity)));
    cases.push((&BANK_CONFLICT, of_conflict.into_iter().chain([silent(Part::default())]).collect()));
    cases
}

/// A part that this check finds wrong.
pub(crate) fn wrong(row: &'static Row) -> Part {
    row.wrong("", "")
}
