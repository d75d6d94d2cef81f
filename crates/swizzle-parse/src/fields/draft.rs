//! The descriptor that is shown, with named fields set.

use super::*;

/// The state in which the fields are set.
struct Draft {
    shown: Shown,
    arch: Option<Arch>,
    /// The fields of the descriptor that is shown.
    fields: DescriptorFields,
    /// Whether one of them was set.
    is_set: bool,
    /// Whether numbers of swizzle modes are the tensor map's.
    is_tvm: bool,
}

/// Sets these fields in what is shown; returns the result and the architecture whose fields they are.
pub(crate) fn shown(
    words: &Words,
    pairs: &[Assignment],
    choice: &PasteChoice,
    context: &Shown,
) -> Result<(Shown, Arch), PasteError> {
    let spec = context.spec()?;
    let own = spec.reader().arch;
    let mut draft = Draft {
        shown: *context,
        arch: choice.arch,
        fields: held(&spec, own).decode(),
        is_set: false,
        is_tvm: read::has_tvm(words, pairs),
    };
    // The architecture first: it says what a swizzle code means.
    for is_arch in [true, false] {
        for pair in pairs {
            if is_arch == matches!(pair.key, Key::Arch | Key::Version) {
                let name = names::compared(words, pair.at);
                if let Err(message) = read(&mut draft, pair.key, name, &pair.value) {
                    return refuse(pair.value_at.clone(), message);
                }
            }
        }
        if is_arch {
            // A code that the struct of one family alone has.
            let is_member =
                |pair: &&Assignment| pair.key == Key::Swizzle && words.word(pair.at).ends_with('_');
            let code = pairs.iter().find(is_member).and_then(|pair| pair.value.parse().ok());
            draft.arch = draft.arch.or(code.filter(|code| *code > 3).and_then(arch_of_code));
            let held = held(&spec, draft.arch.unwrap_or(own));
            draft.fields = held.decode();
            if let Some(raw) = with_halves(words, pairs, held.raw())? {
                let whole = Descriptor::new(draft.arch.unwrap_or(Descriptor::guessed(raw).arch()), raw);
                draft.arch = Some(whole.arch());
                draft.fields = whole.on(spec.reader().chip).decode();
                draft.is_set = true;
            }
        }
    }
    let with_32b_atoms = draft.fields.swizzle == Ok(Swizzle::B128Atom32);
    let arch = match draft.arch {
        Some(arch) => arch,
        None if with_32b_atoms => Arch::Tcgen05,
        None => own,
    };
    if arch != own {
        draft.fields.stray_bits = 0;
    }
    let mut shown = draft.shown;
    if draft.is_set || spec.given().is_some() && arch != own {
        let descriptor = Descriptor::encode(spec.reader().chip_of(arch), draft.fields)
            .map_err(|why| error(words.all(), why.to_string()))?;
        let place = shown.said.place;
        shown = with_given(descriptor, &shown);
        // A place that the text specifies is the place of this descriptor.
        if place != context.said.place {
            shown.said.place = place;
        }
    } else if spec.given().is_none() && draft.arch.is_some() {
        shown.said.reader.arch = Some(arch);
    }
    Ok((shown, arch))
}

/// The bits of a descriptor with the halves that were written; none where none was.
fn with_halves(words: &Words, pairs: &[Assignment], held: u64) -> Result<Option<u64>, PasteError> {
    let mut halves = [None; 2];
    for pair in pairs {
        let slot = match pair.key {
            Key::Low => &mut halves[0],
            Key::High => &mut halves[1],
            _ => continue,
        };
        *slot = Some(if pair.value_at == words.signed(pair.at + 1) {
            half(words, pair.at + 1)?
        } else {
            // The value is the result of an expression.
            let wide = || error(pair.value_at.clone(), "A half has 32 bits: at most 8 hex digits");
            pair.value.parse().map_err(|_| wide())?
        });
    }
    let [low, high] = halves;
    let whole = u64::from(high.unwrap_or((held >> 32) as u32)) << 32 | u64::from(low.unwrap_or(held as u32));
    Ok(low.or(high).map(|_| whole))
}

fn read(draft: &mut Draft, key: Key, name: &str, value: &str) -> Result<(), String> {
    let arch = draft.arch.unwrap_or_default();
    let max = match key {
        Key::Of(_, UNITS) => FIELD_VALUES - 1,
        Key::Of(_, BYTES) => ADDRESS_BYTES - UNIT_BYTES,
        Key::BaseOffset => 7,
        Key::Swizzle => {
            let code = Descriptor::field(arch, FieldId::Swizzle);
            code.map_or(0, |field| (1 << field.width) - 1)
        }
        Key::LboMode => u32::from(arch.has_absolute_lbo()),
        Key::Version => Arch::ALL.len() as u32 - 1,
        Key::Low | Key::High | Key::Of(_, None) => return Ok(()),
        Key::Link => return said(draft, name, value),
        Key::Arch => {
            let arch = Arch::from_name(value).map_err(|error| error.to_string())?;
            draft.arch = draft.arch.or(Some(arch));
            return Ok(());
        }
    };
    draft.is_set |= key != Key::Version;
    let fields = &mut draft.fields;
    let number = number_from_text(trim_suffix(value));
    let mode = match (key, &number) {
        // DeepGEMM's 16 is its interleaved form, without a swizzle.
        (Key::Swizzle, Ok(16)) => Some(Swizzle::None),
        (Key::Swizzle, Ok(32 | 64 | 128) | Err(_)) => Some(swizzle_from_name(value)?),
        (Key::Swizzle, Ok(number)) if draft.is_tvm => {
            let mode = names::TENSOR_MAP.get(*number as usize).copied();
            Some(mode.ok_or_else(|| format!("{name} is at most 3 beside ldo and sdo"))?)
        }
        _ => None,
    };
    if let Some(mode) = mode {
        fields.swizzle = Ok(mode);
        return Ok(());
    }
    if key == Key::LboMode && number.is_err() {
        fields.lbo_mode = LboMode::from_name(value).map_err(|error| error.to_string())?;
        return Ok(());
    }
    let number = number?;
    if number > max {
        return Err(format!("{name} is at most {max}"));
    }
    match key {
        Key::Of(_, BYTES) if !number.is_multiple_of(UNIT_BYTES) => {
            return Err(format!("{name} must be a multiple of 16"));
        }
        Key::Of(length, unit) => {
            let field = match length {
                FieldId::Start => &mut fields.start_field,
                FieldId::Lbo => &mut fields.lbo_field,
                _ => &mut fields.sbo_field,
            };
            *field = match unit {
                BYTES => field_from_bytes(number),
                _ => number as u16,
            };
        }
        Key::BaseOffset => fields.base_offset = number as u8,
        Key::LboMode => fields.lbo_mode = LboMode::ALL[number as usize],
        // As CUTLASS numbers them.
        Key::Version => draft.arch = draft.arch.or(Arch::ALL.get(number as usize).copied()),
        _ => fields.swizzle = swizzle_from_code(arch, number as u8),
    }
    Ok(())
}

/// A value of the tile or the reader, by its key in a link.
fn said(draft: &mut Draft, name: &str, value: &str) -> Result<(), String> {
    let Some(key) = key_named(name) else {
        return Err(format!("“{name}” is not a value of a tile"));
    };
    key.read(&mut draft.shown, value)?;
    swizzle_params::check(&draft.shown.said).map_err(|error| error.to_string())
}
