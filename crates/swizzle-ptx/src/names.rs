//! Scopes of the names of a function: registers and variables, in blocks that may use a name again.

use std::collections::HashMap;

/// The binding of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// A register.
    Register(u32),
    /// A variable.
    Variable(u32),
}

/// The names of a function.
#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    bound: HashMap<&'a str, Bound>,
    /// Registers by number.
    pub(crate) registers: Vec<&'a str>,
    /// Bindings of names outside of the open blocks, the innermost last; `None` begins a block.
    shadowed: Vec<Option<(&'a str, Option<Bound>)>>,
}

/// Registers of the machine, up to the first dot and without digits at the end. Source: PTX ISA, "Special registers".
const SPECIAL: [&str; 22] = [
    "tid",
    "ntid",
    "laneid",
    "warpid",
    "nwarpid",
    "ctaid",
    "nctaid",
    "smid",
    "nsmid",
    "gridid",
    "clusterid",
    "nclusterid",
    "cluster_ctaid",
    "cluster_nctaid",
    "cluster_ctarank",
    "cluster_nctarank",
    "is_explicit_cluster",
    "clock",
    "clock_hi",
    "globaltimer",
    "dynamic_smem_size",
    "total_smem_size",
];

fn is_special(name: &str) -> bool {
    let base = name.split('.').next().unwrap_or(name).trim_end_matches(|c: char| c.is_ascii_digit());
    let prefixes =
        ["lanemask", "globaltimer", "clock", "pm", "envreg", "reserved_smem", "current_graph", "aggr_smem"];
    SPECIAL.contains(&base) || prefixes.iter().any(|prefix| base.starts_with(prefix))
}

impl<'a> Names<'a> {
    /// Returns the binding of a name; a register that was not declared becomes one here.
    pub(crate) fn bound(&mut self, name: &'a str) -> Option<Bound> {
        if let Some(bound) = self.bound.get(name) {
            return Some(*bound);
        }
        let rest = name.strip_prefix('%')?;
        if rest.is_empty() || is_special(rest) {
            return None;
        }
        let bound = Bound::Register(self.new_register(name));
        self.bound.insert(name, bound);
        Some(bound)
    }

    fn new_register(&mut self, name: &'a str) -> u32 {
        self.registers.push(name);
        self.registers.len() as u32 - 1
    }

    /// A declaration of registers: `.b64 a, b` or `.b64 %rd<5>`.
    pub(crate) fn declare_registers(&mut self, list: &'a str) {
        for name in list.split(',').map(str::trim) {
            let name = name.rsplit(char::is_whitespace).next().unwrap_or(name);
            // Those of a range are bound as they are met.
            if name.is_empty() || name.contains('<') {
                continue;
            }
            let bound = Bound::Register(self.new_register(name));
            self.declare(name, bound);
        }
    }

    /// Binds a name until the block closes.
    pub(crate) fn declare(&mut self, name: &'a str, bound: Bound) {
        let before = self.bound.insert(name, bound);
        if !self.shadowed.is_empty() {
            self.shadowed.push(Some((name, before)));
        }
    }

    /// Opens a block.
    pub(crate) fn open(&mut self) {
        self.shadowed.push(None);
    }

    /// Closes a block and restores the earlier bindings of its names.
    pub(crate) fn close(&mut self) {
        while let Some(Some((name, before))) = self.shadowed.pop() {
            match before {
                Some(bound) => self.bound.insert(name, bound),
                None => self.bound.remove(name),
            };
        }
    }
}
