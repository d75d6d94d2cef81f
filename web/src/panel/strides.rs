//! LBO, SBO and the column stride.

use swizzle_core::{Arch, LboMode, Named, Spec, Stride, field_from_bytes};
use yew::Html;

use crate::control::{Choice, Edits, Number};
use crate::state::Edit;

/// The section.
pub(super) fn strides(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let params = spec.params();
    let read = spec.read(params.step).params();
    let meaning = |stride| spec.stride_meaning(stride).span;
    let stride_hint = |stride, bytes: u32| {
        let effect = if spec.is_read_by_instruction(stride) {
            ""
        } else {
            " No effect on this read."
        };
        format!(
            "{}. ({bytes} & 0x3FFFF) >> 4 = {}.{effect}",
            meaning(stride),
            field_from_bytes(bytes)
        )
    };
    let lbo = params.lbo_bytes.unwrap_or(read.lbo_bytes);
    let sbo = params.sbo_bytes.unwrap_or(read.sbo_bytes);
    let mut controls = vec![
        edits.number(Number {
            label: "LBO",
            value: lbo,
            unit: "B".into(),
            step: 16,
            hex: params.lbo_mode == LboMode::Absolute,
            is_idle: !spec.is_read_by_instruction(Stride::Lbo),
            automatic: Some((Edit::Lbo(None), params.lbo_bytes.is_none())),
            edit: Some(|bytes| Edit::Lbo(Some(bytes))),
            hint: stride_hint(Stride::Lbo, lbo),
            ..Number::default()
        }),
        edits.number(Number {
            label: "SBO",
            value: sbo,
            unit: "B".into(),
            step: 16,
            is_idle: !spec.is_read_by_instruction(Stride::Sbo),
            automatic: Some((Edit::Sbo(None), params.sbo_bytes.is_none())),
            edit: Some(|bytes| Edit::Sbo(Some(bytes))),
            hint: stride_hint(Stride::Sbo, sbo),
            ..Number::default()
        }),
    ];
    if spec.has_column_stride() {
        controls.push(edits.number(Number {
            label: "Column stride",
            value: params.column_bytes.unwrap_or(spec.tile().column_bytes()),
            unit: "B".into(),
            step: 16,
            is_idle: !spec.is_read_by_tile(Stride::Lbo),
            automatic: Some((Edit::Column(None), params.column_bytes.is_none())),
            edit: Some(|bytes| Edit::Column(Some(bytes))),
            hint: format!(
                "Of the tile, not of the descriptor: {}-byte column of K to the next",
                params.swizzle.row_bytes()
            ),
            ..Number::default()
        }));
    }
    if params.arch == Arch::Tcgen05 {
        controls.push(
            edits.choice(
                Choice::new(
                    "LBO mode",
                    params.lbo_mode,
                    |mode| mode.name().into(),
                    Edit::LboMode,
                )
                .hint(
                    "Bit 52. Absolute: LBO is the address of a second chunk, for a K of 48 bytes",
                ),
            ),
        );
    }
    controls
}
