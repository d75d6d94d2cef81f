//! A text with its kernels.

use std::ops::Range;
use std::rc::Rc;

use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;

use crate::score::KernelView;

/// A text that was read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// What it is called.
    pub name: String,
    /// Its kernels that have tensor-core instructions.
    pub kernels: Vec<Rc<KernelView>>,
    text: Rc<str>,
    lines: Rc<Vec<Range<usize>>>,
}

impl Reading {
    /// Reads a text. Never fails: one without tensor-core instructions has no kernels.
    #[must_use]
    pub fn of(name: impl Into<String>, text: Rc<str>) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for (at, byte) in text.bytes().enumerate() {
            // A cubin has zeros in place of line ends.
            if matches!(byte, b'\n' | 0) {
                lines.push(start..at);
                start = at + 1;
            }
        }
        if start < text.len() {
            lines.push(start..text.len());
        }
        let module = Module::read(&text);
        let views = kernels(&module);
        let views = views
            .iter()
            .map(|kernel| Rc::new(KernelView::of(kernel, &module.locs)));
        Self {
            name: name.into(),
            kernels: views.collect(),
            lines: Rc::new(lines),
            text: text.clone(),
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines it has.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.lines.len() as u32
    }

    /// A line, from 1, without the space around it.
    #[must_use]
    pub fn line(&self, number: u32) -> &str {
        let range = (number as usize)
            .checked_sub(1)
            .and_then(|at| self.lines.get(at));
        range.map_or("", |range| self.text[range.clone()].trim())
    }

    /// Lines around one, with their numbers.
    #[must_use]
    pub fn around(&self, number: u32, more: u32) -> Vec<(u32, &str)> {
        let last = self.line_count().min(number.saturating_add(more));
        let first = number.saturating_sub(more).max(1);
        (first..=last).map(|at| (at, self.line(at))).collect()
    }

    /// The same with lines changed.
    pub(crate) fn text_with(&self, edits: &[(u32, String)]) -> String {
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut from = 0;
        for (line, new) in edits {
            let Some(range) = self.lines.get(*line as usize - 1) else {
                continue;
            };
            let kept = &self.text[range.clone()];
            let indent = kept.len() - kept.trim_start().len();
            text.push_str(&self.text[from..range.start + indent]);
            text.push_str(new);
            from = range.end;
        }
        text.push_str(&self.text[from..]);
        text
    }
}
