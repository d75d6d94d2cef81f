//! The descriptor that is shown, with named fields set.

use crate::fields::assignment::Assignment;
use crate::fields::names::{self, Key, swizzle_from_name};
use crate::numbers::number::half;
use crate::pasted::{PasteChoice, PasteError, error, refuse, with_given};
use crate::tokens::{Words, trim_suffix};
use swizzle_code::number_from_text;
use swizzle_core::descriptor::{Descriptor, DescriptorFields, FieldId, swizzle_from_code};
use swizzle_core::hardware::{
    ADDRESS_BYTES, Arch, Chip, FIELD_VALUES, LboMode, Named as _, UNIT_BYTES, field_from_bytes,
};
use swizzle_core::law::Swizzle;
use swizzle_infer::on_other_arch;
use swizzle_view::link::key_named;
use swizzle_view::state::Shown;

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
    words: &Words<'_>,
    pairs: &[Assignment],
    choice: &PasteChoice,
    context: &Shown,
) -> Result<(Shown, Arch), PasteError> {
    let whole = |message: String| error(words.all(), format_args!("{message}"));
    let spec = context.spec().map_err(|why| whole(why.to_string()))?;
    let held = |arch: Arch| {
        let derived = match arch == spec.reader().arch {
            true => spec.descriptor(spec.place()),
            false => on_other_arch(&spec, arch).map(|other| other.descriptor),
        };
        derived.map_or(NOTHING, Descriptor::decode)
    };
    let mut draft = Draft {
        shown: *context,
        arch: choice.arch,
        fields: NOTHING,
        is_set: false,
        is_tvm: pairs
            .iter()
            .any(|pair| names::is_tvm(&names::compared(words, pair.at))),
    };
    let halves = halves(words, pairs)?;
    // The architecture first: it says what a swizzle code means.
    for is_arch in [true, false] {
        for pair in pairs {
            let key = pair.key;
            if is_arch != matches!(key, Key::Arch | Key::Version)
                || matches!(key, Key::Low | Key::High)
            {
                continue;
            }
            let name = names::compared(words, pair.at);
            if let Err(message) = read(&mut draft, key, &name, &pair.value) {
                return refuse(pair.value_at.clone(), format_args!("{message}"));
            }
        }
        if is_arch {
            let said = choice.arch.or(draft.arch);
            let arch = said.unwrap_or(spec.reader().arch);
            draft.fields = held(arch);
            if let Some(raw) = halves.over(spec.reader().chip_of(arch), draft.fields) {
                let whole = Descriptor::new(said.unwrap_or(Descriptor::guessed(raw).arch()), raw);
                draft.arch = Some(whole.arch());
                draft.fields = whole.on(spec.reader().chip).decode();
                draft.is_set = true;
            }
        }
    }
    let with_32b_atoms = draft.is_set && draft.fields.swizzle == Ok(Swizzle::B128Atom32);
    let arch = match choice.arch.or(draft.arch) {
        Some(arch) => arch,
        None if with_32b_atoms => Arch::Tcgen05,
        None => spec.reader().arch,
    };
    if arch != spec.reader().arch {
        draft.fields.stray_bits = 0;
    }
    let mut shown = draft.shown;
    if draft.is_set || spec.given().is_some() && arch != spec.reader().arch {
        let descriptor = Descriptor::encode(spec.reader().chip_of(arch), draft.fields)
            .map_err(|why| whole(why.to_string()))?;
        let place = shown.said.place;
        shown = with_given(descriptor, &shown);
        // A place that the text specifies is the place of this descriptor.
        if place != context.said.place {
            shown.said.place = place;
        }
    } else if spec.given().is_none() && (draft.arch.is_some() || choice.arch.is_some()) {
        shown.said.reader.arch = Some(arch);
    }
    Ok((shown, arch))
}

/// Both halves of a descriptor, as far as they were written.
#[derive(Default)]
struct Written {
    low: Option<u32>,
    high: Option<u32>,
}

impl Written {
    /// The bits with these halves, the others taken from a descriptor's fields; none where no half was written.
    fn over(&self, chip: Chip, fields: DescriptorFields) -> Option<u64> {
        self.low.or(self.high)?;
        let held = Descriptor::encode(chip, fields).map_or(0, Descriptor::raw);
        let low = self.low.unwrap_or(held as u32);
        let high = self.high.unwrap_or((held >> 32) as u32);
        Some(u64::from(high) << 32 | u64::from(low))
    }
}

fn halves(words: &Words<'_>, pairs: &[Assignment]) -> Result<Written, PasteError> {
    let mut written = Written::default();
    let half_of = |pair: &Assignment| match pair.value_at == words.signed(pair.at + 1) {
        true => half(words, pair.at + 1),
        // The value is the result of an expression.
        false => pair.value.parse().or_else(|_| {
            refuse(
                pair.value_at.clone(),
                format_args!("A half has 32 bits: at most 8 hex digits"),
            )
        }),
    };
    for pair in pairs {
        match pair.key {
            Key::Low => written.low = Some(half_of(pair)?),
            Key::High => written.high = Some(half_of(pair)?),
            _ => {}
        }
    }
    Ok(written)
}

/// A descriptor of which nothing is known.
const NOTHING: DescriptorFields = DescriptorFields {
    start_field: 0,
    lbo_field: 0,
    sbo_field: 0,
    base_offset: 0,
    lbo_mode: LboMode::Relative,
    swizzle: Ok(Swizzle::None),
    stray_bits: 0,
    lut_half: 0,
};

fn read(draft: &mut Draft, key: Key, name: &str, value: &str) -> Result<(), String> {
    let arch = draft.arch.unwrap_or_default();
    let max = match key {
        Key::Start | Key::Lbo | Key::Sbo => FIELD_VALUES - 1,
        Key::StartBytes | Key::LboBytes | Key::SboBytes => ADDRESS_BYTES - UNIT_BYTES,
        Key::BaseOffset => 7,
        Key::Swizzle => {
            let code = Descriptor::field(arch, FieldId::Swizzle);
            code.map_or(0, |field| (1 << field.width) - 1)
        }
        Key::LboMode => u32::from(arch.has_absolute_lbo()),
        Key::Version => Arch::ALL.len() as u32 - 1,
        Key::Low | Key::High | Key::LboOpen | Key::SboOpen | Key::StartOpen => return Ok(()),
        Key::Link => return said(draft, name, value),
        Key::Arch => {
            let arch = Arch::from_name(value).map_err(|error| error.to_string())?;
            draft.arch = draft.arch.or(Some(arch));
            return Ok(());
        }
    };
    let number = match number_from_text(trim_suffix(value)) {
        // DeepGEMM's 16 is its interleaved form, without a swizzle.
        Ok(16) if key == Key::Swizzle => {
            draft.fields.swizzle = Ok(Swizzle::None);
            draft.is_set = true;
            return Ok(());
        }
        Ok(32 | 64 | 128) | Err(_) if key == Key::Swizzle => {
            draft.fields.swizzle = Ok(swizzle_from_name(value)?);
            draft.is_set = true;
            return Ok(());
        }
        Ok(number) if key == Key::Swizzle && draft.is_tvm => {
            let mode = names::TENSOR_MAP.get(number as usize);
            let mode = mode.ok_or_else(|| format!("{name} is at most 3 beside ldo and sdo"))?;
            draft.fields.swizzle = Ok(*mode);
            draft.is_set = true;
            return Ok(());
        }
        Err(_) if key == Key::LboMode => {
            draft.fields.lbo_mode = LboMode::from_name(value).map_err(|error| error.to_string())?;
            draft.is_set = true;
            return Ok(());
        }
        number => number?,
    };
    if number > max {
        return Err(format!("{name} is at most {max}"));
    }
    let fields = &mut draft.fields;
    draft.is_set |= key != Key::Version;
    match key {
        Key::Start => fields.start_field = number as u16,
        Key::Lbo => fields.lbo_field = number as u16,
        Key::Sbo => fields.sbo_field = number as u16,
        Key::StartBytes => fields.start_field = field_from_bytes(number),
        Key::LboBytes => fields.lbo_field = field_from_bytes(number),
        Key::SboBytes => fields.sbo_field = field_from_bytes(number),
        Key::BaseOffset => fields.base_offset = number as u8,
        Key::LboMode => fields.lbo_mode = LboMode::ALL[number as usize],
        Key::Version => draft.arch = draft.arch.or(names::arch_of_version(number)),
        Key::Low | Key::High | Key::LboOpen | Key::SboOpen | Key::StartOpen => {}
        Key::Swizzle | Key::Link | Key::Arch => {
            fields.swizzle = swizzle_from_code(arch, number as u8);
        }
    }
    let is_bytes = matches!(key, Key::StartBytes | Key::LboBytes | Key::SboBytes);
    if is_bytes && !number.is_multiple_of(UNIT_BYTES) {
        return Err(format!("{name} must be a multiple of 16"));
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
