//! A descriptor that source code builds, over what is shown: bits that the text leaves open stay.

use std::ops::Range;

use crate::code::built;
use crate::code::comments::without_comments;
use crate::code::overflow::overflow;
use crate::fields::parts;
use crate::numbers::value::{long_numbers, said_place, why};
use crate::pasted::{PasteChoice, PasteError, Pasted, other_archs, refuse, with_given};
use crate::tokens::Words;
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
pub(crate) fn read(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let is_one = text.contains(['/', '#']) && is_chain(text);
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
) -> Option<Result<Pasted, PasteError>> {
    is_chain(words.text).then(|| pasted(words, choice, context))
}

/// Shifts and ors without a whole descriptor among them.
pub(crate) fn read_built(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let is_built = long_numbers(words).is_empty() && built::is_one(words.text);
    is_built.then(|| pasted(words, choice, context))
}

pub(crate) fn pasted(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Result<Pasted, PasteError> {
    let Some(built) = built::built(words.text) else {
        return refuse(
            words.all(),
            format_args!(
                "These shifts and ors are not a complete descriptor: no field above bit 31 is set"
            ),
        );
    };
    let spec = match context.spec() {
        Ok(spec) => context.looked_at(&spec),
        Err(error) => return refuse(words.all(), format_args!("{error}")),
    };
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
    if let Err(error) = swizzle_params::check(&shown.said) {
        return refuse(words.all(), format_args!("{error}"));
    }
    let mut notices: Vec<Notice> = overflow(words.text).into_iter().collect();
    let names: Vec<&str> = open
        .iter()
        .filter(|field| field.fixed.is_none())
        .map(|field| field.name)
        .collect();
    if !names.is_empty() {
        notices.push(Notice {
            part: names.join(", "),
            why: match built.unknown.is_empty() {
                true => "not in this text; unchanged".into(),
                false => format!(
                    "not known from this text ({}); unchanged",
                    list(&built.unknown)
                ),
            },
        });
    }
    Ok(Pasted {
        what: format!(
            "a descriptor that this code builds, {}",
            match (by_shift, is_said) {
                (Some(by), _) if choice.arch.is_none() => by_shift_text(by),
                (_, true) => why(choice, arch),
                (_, false) => arch.name().into(),
            }
        ),
        shown,
        others: other_archs(arch, choice).collect(),
        notices,
        is_from_inside: true,
        is_answer: false,
        goes_to: None,
    })
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
