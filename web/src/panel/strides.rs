//! LBO, SBO, the column stride, and rows that have none of them.

use swizzle_core::law::RowXor;
use swizzle_core::{LboMode, Named, Spec, Stride};
use swizzle_params::ParamId;
use swizzle_text::{encoding_text, stride_meaning};
use yew::Html;

use crate::control::{Choice, Edits, Number, pick, slot};

/// The section.
pub(super) fn strides(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let (tile, reader, said) = (spec.tile(), spec.reader(), spec.said());
    let hint = |stride: Stride, bytes: u32| {
        let meaning = stride_meaning(
            stride,
            reader.arch,
            tile.element,
            tile.major,
            tile.swizzle,
            LboMode::Relative,
        );
        let effect = if spec.is_read_by_instruction(stride) {
            ""
        } else {
            " No effect on this read."
        };
        format!("{}. {}.{effect}", meaning.span, encoding_text(bytes))
    };
    let is_idle = |stride| !spec.is_read_by_tile(stride) && !spec.is_read_by_instruction(stride);
    // The value of an explicit descriptor, if the read uses it and the tile has another one.
    let given = |stride: Stride, bytes: u32| {
        let held = spec.read(spec.place()).stride_bytes(stride);
        let is_held = spec.given().is_some() && spec.is_read_by_instruction(stride);
        Some(held).filter(|held| is_held && *held != bytes)
    };
    let lbo = Number {
        is_idle: is_idle(Stride::Lbo),
        ..Number::of_param(ParamId::Lbo, spec)
    };
    let lbo = if spec.has_column_stride() {
        Number {
            label: "Column stride",
            hint: format!(
                "Of the tile, not of the descriptor: {}-byte column of K to the next",
                tile.swizzle.row_bytes()
            ),
            ..lbo
        }
    } else {
        Number {
            hint: hint(Stride::Lbo, tile.lbo_bytes),
            given: given(Stride::Lbo, tile.lbo_bytes),
            ..lbo
        }
    };
    let sbo = Number {
        is_idle: is_idle(Stride::Sbo),
        hint: hint(Stride::Sbo, tile.sbo_bytes),
        given: given(Stride::Sbo, tile.sbo_bytes),
        ..Number::of_param(ParamId::Sbo, spec)
    };
    let row = Number {
        is_idle: tile.row_bytes.is_none(),
        hint: "From row to row, for data that was not written in a canonical form".into(),
        ..Number::of_param(ParamId::RowBytes, spec)
    };
    let mut controls = [lbo, sbo, row].map(|field| edits.number(field)).to_vec();
    let xor = tile.row_bytes.map(|_| {
        let xor = Choice::optional(
            ParamId::RowXor,
            spec,
            ("none", "as they come"),
            &|at, _| RowXor::ALL[at].text().into(),
        );
        let hint = "What the writer XORs into the number of a 16-byte unit: rows of its buffer, or lines from address 0";
        pick(xor.hint(hint), &edits.whole)
    });
    controls.push(slot(xor));
    // Also shown where it was specified and the other architecture has none, so that it can be reset there.
    let has_mode = reader.arch.has_absolute_lbo() || said.reader.lbo_mode.is_some();
    let mode =
        has_mode.then(|| {
            let mode = Choice::of_param(ParamId::LboMode, spec, &|_, name| name.into());
            edits.choice(mode.hint(
                "Bit 52. Absolute: LBO is the address of a second chunk, for a K of 48 bytes",
            ))
        });
    controls.push(slot(mode));
    controls
}
