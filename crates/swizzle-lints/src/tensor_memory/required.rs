//! Origins of the requirements that lints on tensor memory check.

use swizzle_core::named;

/// The origin of a requirement: the hardware, or a library that chose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RequiredBy {
    /// The hardware, as far as its manual says so.
    Hardware,
    /// A library: another kernel may do it in another way.
    Library,
}

named!(RequiredBy, "constraint", Hardware => "hardware", Library => "library");

impl RequiredBy {
    /// In words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Hardware => "required by the hardware",
            Self::Library => "a library's choice",
        }
    }
}

/// Returns the origin of the requirement that a lint on tensor memory checks, by the lint's id; `None` for a lint that checks
/// none: it reports what is not known, or what follows.
///
/// ```
/// use swizzle_lints::tensor_memory::{RequiredBy, required_by};
/// assert_eq!(required_by("scale-id"), Some(RequiredBy::Hardware));
/// assert_eq!(required_by("scale-order"), Some(RequiredBy::Library));
/// ```
#[must_use]
pub fn required_by(lint: &str) -> Option<RequiredBy> {
    match lint {
        "plan-overlap" | "plan-whole" | "plan-allocation" | "plan-allocated" | "plan-alignment"
        | "plan-shape" | "plan-alone" | "idesc-pair" | "scale-id" | "scale-bits" | "scale-copy"
        | "load-half" => Some(RequiredBy::Hardware),
        "scale-order" | "scale-rows" | "a-major" => Some(RequiredBy::Library),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor_memory::issue::ISSUE_LINTS;
    use crate::tensor_memory::plan::PLAN_LINTS;

    /// The lints that ask for nothing.
    const NOTHING: [&str; 8] = [
        "plan-unknown",
        "plan-half",
        "plan-contested",
        "plan-n-step",
        "plan-apart",
        "plan-beyond",
        "plan-scaled-a",
        "metadata-unknown",
    ];

    #[test]
    fn every_lint_that_asks_for_something_says_who_requires_it() {
        let plan = PLAN_LINTS.iter().map(|lint| lint.id);
        let all: Vec<&str> = plan.chain(ISSUE_LINTS.iter().map(|lint| lint.id)).collect();
        for id in &all {
            assert_eq!(required_by(id).is_none(), NOTHING.contains(id), "{id}");
        }
        assert!(NOTHING.iter().all(|id| all.contains(id)));
    }
}
