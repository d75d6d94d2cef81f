//! The rules, one a file. A new rule touches this list and its own file.

mod absolute_lbo;
mod alignment;
mod base_offset;
mod extent;
mod field_range;
mod no_effect;
mod operand_form;
mod overlap;
mod stray_bits;

use crate::finding::Rule;

/// Every rule, in the order in which their findings of one severity are shown.
pub const RULES: &[Rule] = &[
    operand_form::RULE,
    alignment::RULE,
    field_range::RULE,
    overlap::RULE,
    base_offset::RULE,
    absolute_lbo::RULE,
    stray_bits::RULE,
    extent::RULE,
    no_effect::RULE,
];
