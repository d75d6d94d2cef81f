//! Undo and Redo.

use std::rc::Rc;

use swizzle_view::Shown;

/// How many steps can be undone.
const STEPS: usize = 500;

/// States before and after the present one, step by step. Shared, so that a new state does not copy all former ones.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    undo: Vec<Rc<Shown>>,
    redo: Vec<Rc<Shown>>,
}

impl History {
    /// Returns the state before the last step.
    pub fn last(&self) -> Option<&Shown> {
        self.undo.last().map(Rc::as_ref)
    }

    /// How many steps can be undone.
    pub fn depth(&self) -> usize {
        self.undo.len()
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The same after a step from what is shown, or after more of the last one.
    pub fn after_step(&self, shown: Shown, goes_on: bool) -> Self {
        let mut undo = self.undo.clone();
        if !goes_on {
            undo.push(Rc::new(shown));
            if undo.len() > STEPS {
                undo.remove(0);
            }
        }
        Self { undo, redo: Vec::new() }
    }

    /// Takes the last step back as if it had never been made.
    pub fn cancel(&mut self) -> Option<Shown> {
        self.undo.pop().map(Rc::unwrap_or_clone)
    }

    /// One step back from what is shown.
    pub fn undo(&mut self, shown: Shown) -> Option<Shown> {
        let before = self.undo.pop()?;
        self.redo.push(Rc::new(shown));
        Some(Rc::unwrap_or_clone(before))
    }

    /// And forth again.
    pub fn redo(&mut self, shown: Shown) -> Option<Shown> {
        let after = self.redo.pop()?;
        self.undo.push(Rc::new(shown));
        Some(Rc::unwrap_or_clone(after))
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn former_steps_are_shared_and_not_copied() {
        let one = History::default().after_step(Shown::default(), false);
        let two = one.after_step(Shown::default(), false);
        assert_eq!(two.undo.len(), 2);
        assert!(Rc::ptr_eq(&one.undo[0], &two.undo[0]));
    }
}
