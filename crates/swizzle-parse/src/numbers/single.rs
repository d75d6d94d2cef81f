//! One number that may be several things: a descriptor, half of one, an instruction descriptor, an address. Where it may, it is
//! asked.

use super::*;

/// Reads one number as what was chosen, or asks what it is; none where it can only be a descriptor.
pub(crate) fn pasted(words: &Words, i: usize, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let wanted = match choice.number {
        None => return asked(words, i, choice),
        Some(NumberAs::Descriptor) => return None,
        Some(wanted) => wanted,
    };
    let at = words.signed(i);
    Some(number(words, i, choice.radix).and_then(|read| {
        Ok(match wanted {
            NumberAs::Byte => {
                let byte = u32::try_from(read.raw).ok().filter(|_| !read.is_negative);
                let found = Sought::Byte(byte.unwrap_or(u32::MAX));
                return sought::pasted((found, at), Vec::new(), context);
            }
            NumberAs::Copy => {
                let mut pasted = tensor_memory::copy_pasted(read.raw, context)?;
                let other = choice.reading("as that of an operand", NumberAs::Descriptor);
                pasted.others.push(other);
                pasted
            }
            NumberAs::TensorMemory => {
                let pasted = tensor_memory::address_pasted(read.half(at.clone())?, context);
                return pasted.map_err(|error| PasteError { at, ..error });
            }
            NumberAs::Instruction => {
                let raw = read.half(at.clone())?;
                let kinds = instruction_kinds(raw, choice);
                let chosen = choice.kind.filter(|kind| kinds.contains(kind));
                let Some(kind) = chosen.or(kinds.first().copied()) else {
                    return refuse(at, "No kind of tcgen05.mma has this instruction descriptor");
                };
                let idesc = InstructionDescriptor::new(kind, raw);
                idesc::pasted(idesc, "an instruction descriptor", choice, context)?
            }
            NumberAs::High | NumberAs::Low | NumberAs::Descriptor => {
                half_of(read.half(at)?, wanted, choice, context)?
            }
        })
    }))
}

/// Whether a descriptor can be that of a copy of scale factors: no swizzle, and 128 bytes from 8 rows to the next.
pub(super) fn is_of_scales(arch: Arch, raw: u64) -> bool {
    let descriptor = Descriptor::new(arch, raw);
    let field = |id| descriptor.get(id);
    arch == Arch::Tcgen05
        && (field(FieldId::Swizzle), field(FieldId::Sbo)) == (0, 8)
        && field(FieldId::Lbo) <= 1
}

/// The question which of several things it is, where there are several.
fn asked<T>(words: &Words, i: usize, choice: &PasteChoice) -> Option<Result<T, PasteError>> {
    let (at, count) = (words.signed(i), digits(words.word(i)).0);
    let mut all = Vec::new();
    for choice in radices(words, i, choice) {
        // An error in it is reported elsewhere.
        let read = number(words, i, choice.radix).ok()?;
        all.extend(readings(read, count, &choice));
    }
    let word = short(&words.text[at.clone()]);
    let which = format!("“{word}” is not a whole descriptor. Which part is it?");
    (all.len() > 1).then(|| ask(at, which, all))
}

/// The bases in which a number may be written: without prefix and letters, with fewer digits than a descriptor has, both.
fn radices(words: &Words, i: usize, choice: &PasteChoice) -> Vec<PasteChoice> {
    let word = words.word(i);
    let (count, is_decimal) = digits(word);
    let is_open = choice.radix.is_none()
        && hex_prefix(word) == 0
        && is_decimal
        && count < 16
        && !words.is_negative(i)
        && !is_typed(words, i)
        && !matches!(word.as_bytes(), [b'0', b'b' | b'B', ..]);
    match is_open {
        true => [Radix::Hex, Radix::Decimal].map(|radix| choice.with(radix)).into(),
        false => [*choice].into(),
    }
}

/// Returns the possible readings of a number in a base.
fn readings(read: Number, count: usize, choice: &PasteChoice) -> Vec<OtherReading> {
    let bits = read.bits();
    let is_half = match read.is_negative {
        true => read.raw <= 1 << 31,
        false => read.raw >> 32 == 0 && !(read.base == 16 && count >= 16),
    };
    if !is_half {
        let label = format!("a descriptor, 0x{bits:016x}");
        return [choice.reading(label, NumberAs::Descriptor)].into();
    }
    let half = bits as u32;
    let mut all = vec![
        choice.reading(format!("the high half, 0x{half:08x}"), NumberAs::High),
        choice.reading(format!("the low half, 0x{half:08x}"), NumberAs::Low),
    ];
    let kinds = instruction_kinds(half, choice).into_iter().map(|kind| {
        let label = format!("an instruction descriptor of kind {}, 0x{half:08x}", kind.name());
        choice.with(kind).reading(label, NumberAs::Instruction)
    });
    all.extend(kinds);
    let mut add = |label: String, number| all.push(choice.reading(label, number));
    if !read.is_negative && half < ADDRESS_BYTES {
        add(format!("byte 0x{half:x}"), NumberAs::Byte);
    }
    // Small numbers are addresses of any memory: only one with the digits of a word is offered as one of tensor memory.
    let is_address = choice.arch.is_none_or(|arch| arch == Arch::Tcgen05) && count == 8;
    if !read.is_negative
        && is_address
        && let Some(label) = tensor_memory::address_label(half)
    {
        add(label, NumberAs::TensorMemory);
    }
    add(format!("a whole descriptor, 0x{bits:016x}"), NumberAs::Descriptor);
    all
}

/// The kinds of which 32 bits can be an instruction descriptor, with a shape that instructions have.
fn instruction_kinds(raw: u32, choice: &PasteChoice) -> Vec<Kind> {
    let is_tcgen05 = choice.arch.is_none_or(|arch| arch == Arch::Tcgen05);
    let mut kinds = kinds_of_instruction(raw);
    kinds.retain(|kind| {
        let idesc = InstructionDescriptor::new(*kind, raw);
        is_tcgen05 && matches!(idesc.m(), 32 | 64 | 128 | 256) && idesc.n() > 0
    });
    kinds
}

/// A number that is half of the descriptor that is shown; the other half stays.
fn half_of(half: u32, which: NumberAs, choice: &PasteChoice, context: &Shown) -> Answer {
    let spec = context.looked_at(&context.spec()?);
    let held = spec.descriptor(spec.place()).map_or(0, Descriptor::raw);
    let half = u64::from(half);
    let (raw, name, other) = match which {
        NumberAs::High => (half << 32 | held & 0xffff_ffff, "high", held as u32),
        _ => (held >> 32 << 32 | half, "low", (held >> 32) as u32),
    };
    let arch = choice.arch_of(raw);
    let said = context.said.with_given(Descriptor::new(arch, raw));
    Ok(Pasted {
        others: other_archs(arch, choice),
        ..Pasted::of(
            format!("the {name} half, 0x{half:08x}; the other half is unchanged: 0x{other:08x}"),
            read_of(said, context),
        )
    })
}
