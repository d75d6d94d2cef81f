//! The codes of a descriptor's swizzle field, where the layout's mode has none.

use swizzle_core::descriptor::{code_from_swizzle, swizzle_from_code};
use swizzle_core::{Named as _, Spec};

use crate::element::{Element, el};

/// Every code with its mode, and the mode that is without one; nothing where the chip has a code for it.
pub(super) fn codes(spec: &Spec) -> Option<Element> {
    let (arch, swizzle) = (spec.reader().chip.arch()?, spec.tile().swizzle);
    if code_from_swizzle(arch, swizzle).is_some() {
        return None;
    }
    let known = (0..=u8::MAX).map_while(|code| Some((code, swizzle_from_code(arch, code).ok()?)));
    let item = |(code, mode): (u8, swizzle_core::Swizzle)| {
        el("li")
            .child(
                el("code")
                    .class("tint-swizzle")
                    .child(format!("{code:02b}")),
            )
            .child(mode.name())
    };
    Some(
        el("section")
            .class("build-codes")
            .child(el("h2").child(format!("Swizzle codes of a {} descriptor", arch.name())))
            .child(
                el("ol").children(known.map(item)).child(
                    el("li")
                        .class("is-missing")
                        .child(el("code").child("–"))
                        .child(format!("{}: no code", swizzle.name())),
                ),
            ),
    )
}
