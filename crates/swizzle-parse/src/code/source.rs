//! A descriptor that source code builds, over what is shown: bits that the text leaves open stay.

use std::ops::Range;

use crate::code::built::{self, Built};
use crate::code::comments::without_comments;
use crate::code::overflow::overflow;
use crate::fields::parts;
use crate::numbers::operand::operand_of;
use crate::numbers::operands::is_instruction;
use crate::numbers::value::{long_numbers, said_place, why};
use crate::pasted::{Answer, PasteChoice, Pasted, notice, other_archs, refuse, short, with_given};
use crate::prints::idesc;
use crate::tokens::Words;
use swizzle_code::build::likely_kinds;
use swizzle_core::descriptor::{Descriptor, Field};
use swizzle_core::hardware::{Arch, Named as _};
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// Whether a text puts a descriptor together with ors, line by line or in one expression with shifts, and does not walk.
pub(crate) fn is_chain(text: &str) -> bool {
    let has_or = text.contains("|=") || text.contains("<<") && text.contains('|');
    has_or && !text.contains("+=") && built::built(text).is_some()
}

/// Reads such a text with comments beside its code; none where there are none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let has_own = || built::calls_own(&without_comments(text));
    let has_words = ["[0] =", "[1] ="].iter().all(|word| text.contains(word));
    let is_one = is_chain(text) && (text.contains(['/', '#']) || has_own())
        || has_words && built::built(text).is_some_and(|built| built.value.bits >> 32 != 0);
    is_one.then(|| pasted(&Words::of(text), choice, context))
}

/// The ranges of the code: everything but the comments.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let bare = without_comments(text);
    let (mut all, mut start) = (Vec::new(), 0);
    for (line, bare) in text.split_inclusive('\n').zip(bare.split_inclusive('\n')) {
        all.push(start..start + bare.trim_end().len());
        start += line.len();
    }
    all
}

/// Ors of several parts, whose first may be a number of many digits.
pub(crate) fn read_chain(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Answer> {
    is_chain(words.text).then(|| pasted(words, choice, context))
}

/// Shifts and ors without a whole descriptor among them.
pub(crate) fn read_built(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Answer> {
    let is_built = long_numbers(words).is_empty() && built::is_one(words.text);
    is_built.then(|| pasted(words, choice, context))
}

pub(crate) fn pasted(words: &Words<'_>, choice: &PasteChoice, context: &Shown) -> Answer {
    let Some(built) = built::built(words.text) else {
        if let Some(built) = low_word(words.text) {
            return instruction(&built, choice, context);
        }
        return refuse(
            words.all(),
            format_args!(
                "These shifts and ors are not a complete descriptor: no field above bit 31 is set"
            ),
        );
    };
    if is_instruction(&built.name) {
        return instruction(&built, choice, context);
    }
    let spec = context.looked_at(&context.spec()?);
    // A line that says nothing of bits 46 to 48 is for what is shown, unless it says where the swizzle's code is.
    let is_said = built.value.known >> 46 & 1 == 1;
    let by_bit = Descriptor::guessed(built.value.bits).arch();
    let by_shift = built::arch_of_shift(words.text)
        .filter(|arch| !is_said || (*arch, by_bit) == (Arch::Tcgen05, Arch::Wgmma));
    let guess = match (by_shift, is_said) {
        (Some(arch), _) => arch,
        (None, true) => by_bit,
        (None, false) => spec.reader().arch,
    };
    let arch = choice.arch.unwrap_or(guess);
    let held = parts::held(&spec, arch);
    let is_open = |field: &&Field| built.value.known & field.mask() != field.mask();
    let fields = Descriptor::fields(arch).iter();
    let open: Vec<&Field> = fields.filter(is_open).collect();
    let kept = open.iter().fold(0, |mask, field| mask | field.mask());
    let raw = built.value.bits & !kept | held.raw() & kept;
    let descriptor = Descriptor::new(arch, raw);
    let mut shown = with_given(descriptor, context);
    shown.said.place = said_place(words);
    if built::calls_own(words.text) {
        let operand = operand_of(&built.name);
        shown.said.reader.operand = operand.or(shown.said.reader.operand);
    }
    swizzle_params::check(&shown.said)?;
    let mut notices: Vec<Notice> = overflow(words.text).into_iter().collect();
    let names: Vec<&str> = open
        .iter()
        .filter(|field| field.fixed.is_none())
        .map(|field| field.name)
        .collect();
    if !names.is_empty() {
        notices.push(notice(
            &names.join(", "),
            match built.unknown.is_empty() {
                true => "not in this text; unchanged".into(),
                false => format!(
                    "not known from this text ({}); unchanged",
                    list(&built.unknown)
                ),
            },
        ));
    }
    Ok(Pasted {
        others: other_archs(arch, choice).collect(),
        notices,
        is_from_inside: true,
        ..Pasted::of(
            format!(
                "a descriptor that this code builds, {}",
                match (by_shift, is_said) {
                    (Some(by), _) if choice.arch.is_none() => by_shift_text(by),
                    (_, true) => why(choice, arch),
                    (_, false) => arch.name().into(),
                }
            ),
            shown,
        )
    })
}

/// Ors of 32 bits that are an instruction descriptor without fault: M and N are at their places.
fn low_word(text: &str) -> Option<Built> {
    let value = built::low_value(text)?;
    let bits = u32::try_from(value.constant()?).ok()?;
    let has = |low: &str| text.replace(' ', "").contains(low);
    let is_one = has("<<17") && (has("<<24") || has("<<27")) && likely_kinds(bits).1 == 0;
    is_one.then(|| Built {
        name: String::new(),
        value,
        unknown: Vec::new(),
    })
}

/// The instruction descriptor that code builds.
fn instruction(built: &Built, choice: &PasteChoice, context: &Shown) -> Answer {
    let read = idesc::of_bits(built.value.bits as u32, choice);
    let what = "an instruction descriptor that this code builds";
    match built.unknown.first() {
        Some(name) => refuse(
            0..0,
            format_args!(
                "“{}” is unknown here: replace it by its number",
                short(name)
            ),
        ),
        None => idesc::pasted(read, what, choice, context),
    }
}

/// Ors and shifts of a variable with an instruction descriptor's name; none where there is none.
pub(crate) fn read_instruction(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Answer> {
    let built = built::built(text).filter(|built| is_instruction(&built.name))?;
    Some(instruction(&built, choice, context))
}

/// The architecture that the swizzle's code says by its place, and how.
fn by_shift_text(arch: Arch) -> String {
    let place = match arch {
        Arch::Wgmma => "62, as in wgmma",
        Arch::Tcgen05 => "61, as in tcgen05",
    };
    format!("{}: the swizzle's code is at bit {place}", arch.name())
}

/// Names as a message lists them, few and short.
fn list(names: &[String]) -> String {
    let short = names
        .iter()
        .take(4)
        .map(|name| name.chars().take(32).collect::<String>());
    short.collect::<Vec<_>>().join(", ")
}
