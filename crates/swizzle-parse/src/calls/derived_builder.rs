//! Functions that work strides out of a tile: DeepGEMM's `make_umma_desc` and cuda-oxide's `for_k_major`.

use super::*;

/// These functions.
pub(crate) const NAMES: &str = "make_umma_desc for_k_major for_mn_major";

/// Whose function a call is of, and what it says.
pub(crate) fn said(call: &Call<'_>, variables: &[Variable]) -> Option<(&'static str, Parts)> {
    match call.is("make_umma_desc") {
        true => Some(("DeepGEMM for sm_100", umma(call, variables)?)),
        false if call.is_one_of(NAMES) => Some(("cuda-oxide", oxide(call, variables)?)),
        false => None,
    }
}

/// `make_umma_desc<major, BLOCK_MN, BLOCK_K, bytes of the swizzle[, 32-byte atoms]>(pointer, mn, k)`.
///
/// An atom has 128 bytes over its base (16 or 32) rows; K-major LBO is 0, MN-major it is `BLOCK_K` rows, and without a swizzle
/// (16) both strides are exchanged. Source: deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm100.cuh.
fn umma(call: &Call<'_>, variables: &[Variable]) -> Option<Parts> {
    if call.template.len() < 4 {
        return None;
    }
    let mut parts = Parts {
        arch: Some(Arch::Tcgen05),
        ..Parts::default()
    };
    let number = |i: usize| argument::number(call.template.get(i)?.text, variables).ok();
    let major = argument::major(call.template[0].text)?;
    parts.tile.major = Some(major);
    let extent = |value: Option<u64>| value.and_then(|value| u32::try_from(value).ok());
    parts.tile.mn = extent(number(1)).filter(|mn| (1..=EXTENT_MAX).contains(mn));
    let has_wide_atoms = number(4) == Some(1);
    let Some(bytes) = number(3) else {
        parts.unknown("swizzle", call.template[3].text);
        return Some(parts);
    };
    let text = call.template[3].text;
    match argument::swizzle(text, "width", parts.arch, variables) {
        Ok(mode) if has_wide_atoms => {
            parts.swizzle = Some(mode.map(|_| Swizzle::B128Atom32));
        }
        Ok(mode) => parts.swizzle = Some(mode),
        Err(name) => parts.unknown("swizzle", &name),
    }
    let rows = if has_wide_atoms { 4 } else { 8 };
    let group = bytes.checked_mul(rows);
    let column = match (major, number(2)) {
        (Major::K, _) => Some(0),
        (Major::Mn, Some(k)) => k.checked_mul(bytes),
        (Major::Mn, None) => {
            parts.unknown("LBO", call.template[2].text);
            None
        }
    };
    let (sbo, lbo) = match (major, bytes) {
        (Major::Mn, 16) => (column, group),
        _ => (group, column),
    };
    parts.sbo_field = sbo.and_then(|bytes| field(&mut parts, "SBO", bytes, true));
    parts.lbo_field = lbo.and_then(|bytes| field(&mut parts, "LBO", bytes, true));
    parts.base_offset = Some(0);
    Some(parts)
}

/// `for_k_major(address, rows, k, bytes of an element, mode)`: blocks of 8 × 8 elements in every mode.
///
/// Source: NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs.
fn oxide(call: &Call<'_>, variables: &[Variable]) -> Option<Parts> {
    let [address, rows, k, bytes, mode] = &call.arguments[..] else {
        return None;
    };
    let arch = Some(Arch::Tcgen05);
    let mut parts = Parts {
        arch,
        base_offset: Some(0),
        ..Parts::default()
    };
    parts.tile.major = Some(if call.path.ends_with("for_k_major") {
        Major::K
    } else {
        Major::Mn
    });
    say(&mut parts, "pointer", address.text, arch, variables);
    say(&mut parts, "code", mode.text, arch, variables);
    let number = |text: &str| match argument::number(text, variables) {
        Ok(value) => Some(value).filter(|value| (1..=EXTENT_MAX.into()).contains(value)),
        Err(_) => None,
    };
    let (rows_said, k_said) = (number(rows.text), number(k.text));
    parts.tile.mn = rows_said.map(|rows| rows as u32);
    parts.tile.k = k_said.map(|k| k as u32);
    let Some(bytes) = number(bytes.text) else {
        parts.unknown("LBO and SBO", bytes.text);
        return Some(parts);
    };
    parts.tile.element = element_of_bits(bytes * 8);
    parts.sbo_field = field(&mut parts, "SBO", 64 * bytes, true);
    match rows_said {
        Some(rows) => parts.lbo_field = field(&mut parts, "LBO", rows / 8 * 64 * bytes, true),
        None => parts.unknown("LBO", rows.text),
    }
    Some(parts)
}
