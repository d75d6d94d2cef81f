//! Builders whose values are methods called one behind another: `Tcgen05SmemDescriptor::builder().address(0x800).build()`.

use crate::calls::argument::Modes;
use crate::calls::builder_table::Says;
use crate::calls::call::{calls, methods};
use crate::fields::parts::Parts;
use crate::numbers::operand::operand_of;
use crate::say::{assigned, say};
use crate::syntax::value::Variable;
use swizzle_core::hardware::Arch;

/// The methods of cuda-oxide's builder. What is not called is 0.
///
/// Source: NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs, `Tcgen05SmemDescriptorBuilder`.
const METHODS: [(&str, Says); 6] = [
    ("address", Says::Pointer),
    ("leading_dim_bytes", Says::LboBytes),
    ("stride_bytes", Says::SboBytes),
    ("base_offset", Says::BaseOffset),
    ("leading_dim_absolute", Says::LboMode),
    ("swizzle", Says::Swizzle(Modes::Descriptor)),
];

/// The path with which a chain begins.
pub(crate) const SMEM: &str = "Tcgen05SmemDescriptor::builder";

/// Each chain: its offset in the text, its description, and its parts.
pub(crate) fn found(text: &str, variables: &[Variable]) -> Vec<(usize, String, Parts)> {
    let mut all = Vec::new();
    for call in calls(text, &[SMEM]) {
        let arch = Some(Arch::Tcgen05);
        let mut parts = Parts {
            arch,
            ..Parts::default()
        };
        let said = methods(text, call.at.end);
        let is_called = |wanted: &str| said.iter().any(|(name, _)| *name == wanted);
        for (name, says) in METHODS {
            if !matches!(says, Says::Pointer) && !is_called(name) {
                say(&mut parts, says, "0", arch, variables);
            }
        }
        for (name, arguments) in &said {
            let method = METHODS.iter().find(|(known, _)| known == name);
            match (method, &arguments[..]) {
                (Some((_, says)), [value]) => say(&mut parts, *says, value.text, arch, variables),
                _ if matches!(*name, "build" | "raw") => {}
                _ => parts.notice(name, "was not read"),
            }
        }
        parts.operand = operand_of(assigned(text, call.at.start));
        let what = format!("a chain of {} (as in cuda-oxide)", call.path);
        all.push((call.at.start, what, parts));
    }
    all
}
