//! Assignments to the members of a descriptor's struct, with any right side:
//! `desc.layout_type_ = static_cast<uint8_t>(UMMA::LayoutType::SWIZZLE_64B);`, designated initialisers, an instruction descriptor's.

use super::*;

/// The members of a matrix descriptor's struct, which are names of fields, too.
///
/// Source: CUTLASS, `cute/arch/mma_sm90_desc.hpp` and `mma_sm100_desc.hpp`; Triton, `MMAHelpers.h`; TensorRT-LLM, `gmma.cuh`.
const OF_MATRIX: &str = "start_address_ leading_byte_offset_ stride_byte_offset_ base_offset_ lbo_mode_ version_ layout_type_ \
    baseAddress leadDimensionBaseOffset strideDimensionBaseOffset matrixBaseOffset swizzlingMode dimKOffset dimMNOffset baseOffset \
    leading_dimension_byte_offset stride_dimension_byte_offset matrix_base_offset";

/// The member that is the whole descriptor, which is set up with nothing or with the version alone.
const OF_WHOLE: &str = "desc_ descriptor";

/// The members of an instruction descriptor's structs without the `_` behind them, and the keys of their fields.
/// Source: CUTLASS, `cute/arch/mma_sm100_desc.hpp`, `InstrDescriptor` and `InstrDescriptorBlockScaled`.
const OF_INSTRUCTION: &str = "sparse_id2:selector sparse_flag:sparse saturate:saturate c_format:d b_sf_id:scale_b a_format:a \
    b_format:b a_negate:negate_a b_negate:negate_b a_major:transpose_a b_major:transpose_b n_dim:n scale_format:scale_type \
    m_dim:m a_sf_id:scale_a max_shift:max_shift k_size:k reserved:";

/// The field of an instruction descriptor that has a key, in the first kind that has one.
fn instruction_field(key: &str) -> Option<InstructionField> {
    let kinds = Kind::ALL.iter();
    let mut fields = kinds.flat_map(|kind| InstructionDescriptor::fields(*kind));
    fields.find(|field| field.id.key() == key).copied()
}

/// The lowest bit and the width of such a member.
fn member(name: &str) -> Option<(u32, u32)> {
    let mut all = OF_INSTRUCTION.split_whitespace().filter_map(|one| one.split_once(':'));
    let (_, key) = all.find(|(known, _)| *known == name)?;
    Some(instruction_field(key).map_or((0, 0), |field| (field.low.into(), field.width.into())))
}

/// The enumerators that these members hold, each with its enum and its number.
///
/// Source: CUTLASS, `cute/arch/mma_sm100_desc.hpp`.
const ENUMERATORS: &str = "F16F32Format.F16=0 F16F32Format.BF16=1 F16F32Format.TF32=2 S8Format.UINT8=0 S8Format.INT8=1 \
    MXF8F6F4Format.E4M3=0 MXF8F6F4Format.E5M2=1 MXF8F6F4Format.E2M3=3 MXF8F6F4Format.E3M2=4 \
    MXF8F6F4Format.E2M1=5 MXF4Format.E2M1=1 CFormat.F16=0 CFormat.F32=1 CFormat.S32=2 ScaleFormat.UE4M3=0 \
    ScaleFormat.UE8M0=1 Major.K=0 Major.MN=1 ScaleIn.One=0 ScaleIn.Neg=1 Saturate.False=0 Saturate.True=1 \
    MaxShift.NoShift=0 MaxShift.MaxShift8=1";

/// Reads the assignments of a text; none where there are none, or where every value is a plain number of a matrix descriptor,
/// which also occurs in a list of fields.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let bare = without_comments(text);
    let set = assigned(&bare);
    let own = set.iter().filter(|(name, ..)| own(name).is_some()).map(|(name, right, _)| (*name, *right));
    let own: Vec<(&str, &str)> = own.collect();
    let variables = || source::variables(&bare);
    if !own.is_empty() {
        let (raw, notices) = bits(&own, &variables());
        let what = "the members of an instruction descriptor";
        let read = idesc::pasted(idesc::of_bits(raw, choice), what, choice, context);
        return Some(read.map(|pasted| Pasted { notices, ..pasted }));
    }
    if set.iter().all(|(_, right, _)| right.chars().all(is_name)) {
        return None;
    }
    let words = Words::of(&bare);
    let whole = set.iter().find(|(name, ..)| is_in(OF_WHOLE, name));
    let whole = whole.and_then(|(_, right, _)| number_or_name(right, &[]).ok()).unwrap_or_default();
    let is_own = |name: &str| !is_in(OF_WHOLE, name) || whole & !(1 << 46) > 0;
    let is_other =
        |at: &Range<usize>| !set.iter().any(|(name, _, own)| is_own(name) && own.contains(&at.start));
    let used: Vec<bool> = words.at.iter().map(is_other).collect();
    let version = (whole >> 46 & 1 == 1).then_some(Arch::Tcgen05);
    let arch = choice.arch.or(arch_of_types(&bare)).or(version);
    let choice = PasteChoice { arch, ..*choice };
    Some(read::pasted(&words, &used, &variables(), &choice, context))
}

/// The ranges of the assignments in the text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let bare = without_comments(text);
    assigned(&bare).into_iter().map(|(.., at)| at).collect()
}

/// The members that are assigned to, with the right sides, and where they are.
fn assigned(text: &str) -> Vec<(&str, &str, Range<usize>)> {
    let mut columns = [OF_MATRIX, OF_INSTRUCTION].into_iter().flat_map(str::split_whitespace);
    let is_there = |one: &str| text.contains(one.split(':').next().unwrap_or(one));
    if !columns.any(is_there) {
        return Vec::new();
    }
    let rows = tree(text);
    let all = nodes(&rows).into_iter().filter_map(|node| {
        let (sign, target, value) = node.assigned()?;
        let name = last_name(target.text);
        let is_member = target.text.contains('.') && is_in("start_address swizzle_mode", name);
        let is_one = is_in(OF_MATRIX, name) || is_in(OF_WHOLE, name) || is_member || own(name).is_some();
        (sign == "=" && is_one).then(|| (name, value.text, node.range()))
    });
    all.collect()
}

/// Such a member as CUTLASS writes it.
fn own(name: &str) -> Option<(u32, u32)> {
    member(name.strip_suffix('_')?)
}

/// The architecture whose types a text names.
pub(crate) fn arch_of_types(text: &str) -> Option<Arch> {
    let lower = text.to_ascii_lowercase();
    if has_any(&lower, "umma tcgen05 lbo_mode_ sm100 blackwell") {
        return Some(Arch::Tcgen05);
    }
    has_any(&lower, "gmma warpgroup sm90 hopper").then_some(Arch::Wgmma)
}

/// The word of members with their values; what is not one of them, or not known, is named.
pub(crate) fn bits(set: &[(&str, &str)], variables: &[Variable]) -> (u32, Vec<Notice>) {
    let (mut raw, mut notices) = (0, Vec::new());
    for (name, right) in set {
        let Some((low, width)) = member(name.trim_end_matches('_')) else {
            notices.push(notice(name, "is not a member of InstrDescriptor"));
            continue;
        };
        let value = enumerator(right).map_or_else(|| number_or_name(right, variables), Ok);
        let why = match value {
            Ok(value) if value >> width == 0 => {
                raw |= (value as u32) << low;
                continue;
            }
            Ok(value) => format!("{value} has more than {width} bits; read as 0"),
            Err(unknown) => format!("“{}” is unknown here; read as 0", short(&unknown)),
        };
        notices.push(notice(name, why));
    }
    (raw, notices)
}

/// The number of an enumerator, with or without casts around it: `uint8_t(UMMA::CFormat::F32)`, or of a major: `K`.
fn enumerator(text: &str) -> Option<u64> {
    let mut names = names(text).rev();
    let last = names.next()?;
    let before = names.next().unwrap_or("Major");
    let (_, behind) = ENUMERATORS.split_once(&format!("{before}.{last}="))?;
    behind.split(' ').next()?.parse().ok()
}
