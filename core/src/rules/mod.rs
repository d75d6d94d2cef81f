//! The rules, one a file. A new rule touches this list and its own file.

mod absolute_lbo;
mod alignment;
mod base_offset;
mod candidate;
mod extent;
mod field_range;
mod memory_end;
mod no_effect;
mod not_packed;
mod operand_form;
mod overlap;
mod phase;
mod plain_rows;
mod stray_bits;
mod swapped;
mod swizzle_code;
mod units;

use crate::finding::Rule;
pub(crate) use operand_form::is_legal as is_legal_operand;

/// Every rule, in the order in which they look and in which their findings of one severity are shown: guesses at what
/// was meant come before the facts that they explain.
pub const RULES: &[Rule] = &[
    operand_form::RULE,
    alignment::RULE,
    field_range::RULE,
    base_offset::RULE,
    plain_rows::RULE,
    units::RULE,
    swapped::RULE,
    swizzle_code::RULE,
    overlap::RULE,
    phase::RULE,
    absolute_lbo::RULE,
    memory_end::RULE,
    not_packed::RULE,
    stray_bits::RULE,
    extent::RULE,
    no_effect::RULE,
];
