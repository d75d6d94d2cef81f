//! Start address, pattern and base offset.

use swizzle_core::{Spec, Swizzle, field_from_bytes};
use yew::Html;

use crate::control::{Edits, Number};
use crate::state::Edit;

/// The section.
pub(super) fn address(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let params = spec.params();
    let tile = spec.tile().params();
    let boundary = params.swizzle.pattern_bytes();
    let pattern = params
        .pattern_bytes
        .unwrap_or(params.start_bytes / boundary * boundary);
    let has_swizzle = params.swizzle != Swizzle::None;
    let mut controls = vec![edits.number(Number {
        label: "Start",
        value: params.start_bytes,
        hex: true,
        step: 16,
        edit: Some(Edit::Start),
        hint: format!(
            "({} & 0x3FFFF) >> 4 = {}",
            params.start_bytes,
            field_from_bytes(params.start_bytes)
        ),
        ..Number::default()
    })];
    if has_swizzle {
        controls.push(edits.number(Number {
            label: "Pattern starts",
            value: pattern,
            hex: true,
            step: 128,
            automatic: Some((Edit::Pattern(None), params.pattern_bytes.is_none())),
            edit: Some(|bytes| Edit::Pattern(Some(bytes))),
            hint: match params.pattern_bytes {
                None => format!("Automatic: on a {boundary}-byte boundary, as TMA writes"),
                Some(_) => format!("As given; TMA writes on {boundary}-byte boundaries"),
            },
            ..Number::default()
        }));
    }
    controls.push(edits.number(Number {
        label: "Base offset",
        value: u32::from(tile.base_offset),
        max: 7,
        slider: has_swizzle,
        is_idle: !has_swizzle,
        automatic: Some((Edit::BaseOffset(None), params.base_offset.is_none())),
        edit: Some(|base_offset| Edit::BaseOffset(Some(base_offset as u8))),
        hint: match (has_swizzle, params.base_offset) {
            (false, _) => "No effect without swizzle".into(),
            (_, None) => "Automatic: from where the pattern starts".into(),
            (_, Some(_)) => "As given, wherever the pattern starts".into(),
        },
        ..Number::default()
    }));
    controls
}
