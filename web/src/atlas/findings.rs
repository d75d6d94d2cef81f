//! Signs and counts of findings.

use swizzle_lints::Severity;

use crate::control::icon::{ERROR, NOTE, WARNING};

/// A sign for each severity, each of its own shape.
pub const fn sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Note => NOTE,
    }
}
