//! A text with its kernels.

use std::ops::Range;
use std::rc::Rc;

use swizzle_core::reader::VerdictKind;
use swizzle_ptx::kernel::{Kernel, each_kernel};
use swizzle_ptx::module::Module;

use crate::score::KernelView;

/// A text that was read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// Its kernels that have tensor-core instructions.
    pub kernels: Vec<Rc<KernelView>>,
    text: Rc<str>,
    lines: Rc<Vec<Range<usize>>>,
}

impl Reading {
    /// Reads a text. Never fails: one without tensor-core instructions has no kernels.
    pub fn of(name: impl Into<String>, text: Rc<str>) -> Self {
        let mut read = Self::lined(name.into(), text);
        let text = read.text.clone();
        let module = Module::read(&text);
        read.view(&module, each_kernel(&module).flatten());
        read
    }

    /// The text without its kernels.
    fn lined(name: String, text: Rc<str>) -> Self {
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
        Self { name, kernels: Vec::new(), lines: Rc::new(lines), text }
    }

    /// Adds kernels, in the order of the text.
    fn view<'a>(&mut self, module: &Module<'a>, kernels: impl IntoIterator<Item = Kernel<'a>>) {
        let views = kernels.into_iter().map(|kernel| KernelView::of(module, &kernel));
        self.kernels.extend(views.map(Rc::new));
        self.kernels.sort_by_key(|view| view.rows.first().map(|row| row.line));
    }

    /// The same as [`Self::of`], a kernel at a time: `pause` is awaited between them, so that a page can do something else.
    pub async fn in_pieces<P: Future<Output = ()>>(
        name: impl Into<String>,
        text: Rc<str>,
        pause: impl Fn() -> P,
    ) -> Self {
        let mut read = Self::lined(name.into(), text);
        let text = read.text.clone();
        let module = Module::read(&text);
        pause().await;
        for kernel in each_kernel(&module) {
            read.view(&module, kernel);
            pause().await;
        }
        read
    }

    /// The kernel to look at first: the first that is wrong, else the first with a warning, else the first.
    pub fn first_kernel(&self) -> usize {
        let of = |kind| self.kernels.iter().position(|one| one.verdict.kind == kind);
        let first = of(VerdictKind::Wrong).or_else(|| of(VerdictKind::Warning));
        first.unwrap_or(0)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of its lines.
    pub fn line_count(&self) -> u32 {
        self.lines.len() as u32
    }

    /// A line, from 1, without the space around it.
    pub fn line(&self, number: u32) -> &str {
        let range = (number as usize).checked_sub(1).and_then(|at| self.lines.get(at));
        range.map_or("", |range| self.text[range.clone()].trim())
    }

    /// Lines around one, with their numbers.
    pub fn around(&self, number: u32, more: u32) -> Vec<(u32, &str)> {
        let last = self.line_count().min(number.saturating_add(more));
        let first = number.saturating_sub(more).max(1);
        (first..=last).map(|at| (at, self.line(at))).collect()
    }

    /// The other lines with the opcode of a line.
    pub(crate) fn of_same_opcode(&self, line: u32) -> impl Iterator<Item = &str> {
        let opcode = |line: u32| self.line(line).split_whitespace().next();
        let others = (1..=self.line_count()).filter(move |other| *other != line);
        others.filter(move |other| opcode(*other) == opcode(line)).map(|other| self.line(other))
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
