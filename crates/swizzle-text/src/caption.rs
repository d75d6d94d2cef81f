//! One-line captions: the step, the fields, and what is to be said of the column stride.

use super::*;
use swizzle_core::law::LayoutParams;

/// Describes the read of the sequence that the descriptor is for.
///
/// ```
/// use swizzle_core::{Said, SaidPlace};
/// use swizzle_text::step_caption;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said { place: SaidPlace { step: Some(1), ..SaidPlace::default() }, ..Said::default() })?;
/// assert_eq!(step_caption(&spec), "step 1 of 4: K 16–31");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn step_caption(spec: &Spec) -> String {
    let (step, steps, first) = (spec.place().step, spec.steps(), spec.first_element(spec.place()).k);
    let range = format!("K {first}–{}", first + spec.read_k() - 1);
    if step < steps {
        format!("step {step} of {steps}: {range}")
    } else {
        format!("step {step}, past the last of {steps}: {range}")
    }
}

/// The fields of the selected step's descriptor in short form.
///
/// ```
/// use swizzle_core::Said;
/// use swizzle_text::fields_caption;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// assert_eq!(fields_caption(&spec), "start 0x400, LBO 16 bytes, SBO 1024 bytes, swizzle 128B");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn fields_caption(spec: &Spec) -> String {
    let LayoutParams { start_bytes, lbo_bytes, sbo_bytes, swizzle, base_offset, .. } =
        spec.read(spec.place()).params();
    let base_offset = if base_offset == 0 { String::new() } else { format!(", base offset {base_offset}") };
    format!(
        "start 0x{start_bytes:x}, LBO {lbo_bytes} bytes, SBO {sbo_bytes} bytes{base_offset}, swizzle {swizzle}"
    )
}

/// Notes that the tile's column stride is larger than the descriptor's LBO because no read needs it, a common confusion.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_text::column_note;
/// use swizzle_infer::spec_from_said;
/// let wide = Said { tile: SaidTile { k: Some(128), ..SaidTile::default() }, ..Said::default() };
/// assert_eq!(
///     column_note(&spec_from_said(&wide)?).unwrap(),
///     "The columns of K are 8192 bytes apart. The descriptor does not contain this stride: one read stays within a column, and LBO is 16.",
/// );
/// assert_eq!(column_note(&spec_from_said(&Said::default())?), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn column_note(spec: &Spec) -> Option<String> {
    let is_apart = spec.has_column_stride()
        && spec.reader().lbo_mode == LboMode::Relative
        && spec.is_read_by_tile(Stride::Lbo)
        && !spec.is_read_by_instruction(Stride::Lbo);
    is_apart.then(|| {
        format!(
            "The columns of K are {} bytes apart. The descriptor does not contain this stride: one read stays within a column, and LBO is {}.",
            spec.layout().column_bytes(),
            spec.read(spec.place()).params().lbo_bytes
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::reader::{Said, SaidPlace};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn spec(params: Said) -> Spec {
        spec_from_said(&params).unwrap()
    }

    #[test]
    fn a_step_beyond_the_tile() {
        let spec = spec(Said {
            tile: SaidTile { k: Some(64), ..SaidTile::default() },
            place: SaidPlace { step: Some(9), ..SaidPlace::default() },
            ..Said::default()
        });
        assert_eq!(step_caption(&spec), "step 9, past the last of 4: K 144–159");
    }
}
