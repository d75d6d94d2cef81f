//! Changes that were perhaps meant, and whether they make the read right.

use alloc::string::String;
use core::fmt::{Arguments, Display, Formatter, Result, Write as _};

use crate::descriptor::FieldId;
use crate::hardware::{LboMode, Named as _, bytes_as_encoded, field_from_bytes};
use crate::law::{Stride, Swizzle};
use crate::reader::{Spec, Tally};
use crate::rules::finding::{Finding, Report, Severity};
use crate::tile::{Meant, Order, Params};

/// Both strides.
pub(super) const STRIDES: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo];

/// The field of a stride.
pub(super) const fn field(stride: Stride) -> &'static [FieldId] {
    match stride {
        Stride::Lbo => &[FieldId::Lbo],
        Stride::Sbo => &[FieldId::Sbo],
    }
}

/// Bytes, and the number in the field: `1024 bytes (field 64)`.
pub(super) struct Amount(pub(super) u32);

impl Display for Amount {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} bytes (field {})", self.0, field_from_bytes(self.0))
    }
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
    let mut params = spec.params().clone();
    params.order = match params.order {
        Order::Mn => Order::K,
        Order::K => Order::Mn,
    };
    params
}

/// Whether these parameters read the tile that they mean.
pub(super) fn is_right(params: &Params) -> bool {
    Spec::new(params).is_ok_and(|spec| Tally::of_read(&spec, params.step).wrong == 0)
}

/// Offers a change of mode, or of strides, start and base offset, and says what it sets.
pub(super) fn offer(finding: &mut Finding, spec: &Spec, params: &Params) {
    let Ok(new) = Spec::new(params) else {
        return;
    };
    if params.swizzle != spec.params().swizzle {
        let name = match params.swizzle {
            Swizzle::None => "no",
            mode => mode.name(),
        };
        finding.repair(format_args!("Use {name} swizzle"), params);
        return;
    }
    let step = params.step;
    let (then, now) = (spec.read(step).params(), new.read(step).params());
    let [from, to] = [spec, &new].map(|spec| spec.tile().start_bytes());
    let mut text = String::new();
    let mut add = |changes: bool, name: &str, value: &dyn Display| {
        if changes {
            let link = if text.is_empty() { "Set" } else { " and" };
            // A string takes everything.
            let _ = write!(text, "{link} {name} to {value}");
        }
    };
    add(
        then.lbo_bytes != now.lbo_bytes,
        "LBO",
        &Amount(now.lbo_bytes),
    );
    add(
        then.sbo_bytes != now.sbo_bytes,
        "SBO",
        &Amount(now.sbo_bytes),
    );
    add(from != to, "start", &format_args!("0x{to:x}"));
    add(
        then.base_offset != now.base_offset,
        "base offset",
        &now.base_offset,
    );
    finding.repair(format_args!("{text}"), params);
}

/// How grave a read is that is not what was meant: tiles with gaps are legal, unless it was said what is there.
pub(super) fn severity(spec: &Spec) -> Severity {
    let is_said = spec.params().meant != Meant::default();
    if is_said || super::overlap::of_tile(spec).is_some() {
        Severity::Error
    } else {
        Severity::Warning
    }
}

/// Adds a guess, as grave as what the strides do now.
pub(super) fn guess<'a>(
    spec: &Spec,
    report: &'a mut Report,
    fields: &'static [FieldId],
    (title, text): (Arguments<'_>, Arguments<'_>),
    params: &Params,
) -> &'a mut Finding {
    let finding = report.add(severity(spec), fields, title, text);
    offer(finding, spec, params);
    finding
}
