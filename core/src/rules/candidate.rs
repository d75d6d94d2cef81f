//! Changes that were perhaps meant, and whether they make the read right.

use alloc::format;
use alloc::string::String;

use crate::finding::Report;
use crate::{
    Comparison, FieldId, LboMode, Order, Params, Spec, Stride, bytes_as_encoded, field_from_bytes,
};

/// The field of a stride.
pub(super) const fn field(stride: Stride) -> &'static [FieldId] {
    match stride {
        Stride::Lbo => &[FieldId::Lbo],
        Stride::Sbo => &[FieldId::Sbo],
    }
}

/// Bytes, and the number in the field: `1024 bytes (field 64)`.
pub(super) fn amount(bytes: u32) -> String {
    format!("{bytes} bytes (field {})", field_from_bytes(bytes))
}

/// The parameters with a change.
pub(super) fn with(spec: &Spec, change: impl FnOnce(&mut Params)) -> Params {
    let mut params = spec.params().clone();
    change(&mut params);
    params
}

/// A stride set by hand.
pub(super) const fn by_hand(params: &Params, stride: Stride) -> Option<u32> {
    match stride {
        Stride::Lbo => params.lbo_bytes,
        Stride::Sbo => params.sbo_bytes,
    }
}

/// Sets a stride; to automatic, where that is the same.
pub(super) fn set(params: &mut Params, stride: Stride, bytes: Option<u32>) {
    let field = |params: &mut Params, bytes| match stride {
        Stride::Lbo => params.lbo_bytes = bytes,
        Stride::Sbo => params.sbo_bytes = bytes,
    };
    field(params, None);
    let automatic = stride_of(params, stride);
    field(
        params,
        bytes.filter(|bytes| automatic != Some(bytes_as_encoded(*bytes))),
    );
}

fn stride_of(params: &Params, stride: Stride) -> Option<u32> {
    Some(
        Spec::new(params)
            .ok()?
            .read(params.step)
            .stride_bytes(stride),
    )
}

/// Whether there is something to guess: a read that is not the tile, of which nothing was guessed yet.
pub(super) fn is_open(spec: &Spec, report: &Report) -> bool {
    let params = spec.params();
    report.tally.wrong > 0
        && params.lbo_mode == LboMode::Relative
        && params.invalid_swizzle.is_none()
        && !report.has_guess()
}

/// The parameters with the atoms in the other order.
pub(super) fn in_other_order(spec: &Spec) -> Params {
    with(spec, |params| {
        params.order = match params.order {
            Order::Mn => Order::K,
            Order::K => Order::Mn,
        };
    })
}

/// Whether these parameters read the tile that they mean.
pub(super) fn is_right(params: &Params) -> bool {
    Spec::new(params).is_ok_and(|spec| Comparison::of_read(&spec, params.step).tally().wrong == 0)
}

/// What a change of strides, start and base offset sets, as a button says it.
pub(super) fn label(spec: &Spec, params: &Params) -> String {
    let step = params.step;
    let Ok(new) = Spec::new(params) else {
        return String::new();
    };
    let (then, now) = (spec.read(step).params(), new.read(step).params());
    let starts = (spec.tile().start_bytes(), new.tile().start_bytes());
    let mut text = String::new();
    let mut add = |changes: bool, name: &str, value: String| {
        if changes {
            let link = if text.is_empty() { "Set" } else { " and" };
            text += &format!("{link} {name} to {value}");
        }
    };
    let (lbo, sbo) = (now.lbo_bytes, now.sbo_bytes);
    add(then.lbo_bytes != lbo, "LBO", amount(lbo));
    add(then.sbo_bytes != sbo, "SBO", amount(sbo));
    add(starts.0 != starts.1, "start", format!("0x{:x}", starts.1));
    add(
        then.base_offset != now.base_offset,
        "base offset",
        format!("{}", now.base_offset),
    );
    text
}
