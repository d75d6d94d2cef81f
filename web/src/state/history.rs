//! Undo and Redo.

use super::*;

/// How many steps can be undone.
const STEPS: usize = 500;

/// States before the present one and after it, step by step. Shared, so that a new state does not copy all former ones.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    steps: [Vec<Rc<Shown>>; 2],
}

impl History {
    /// Returns the state before the last step.
    pub fn last(&self) -> Option<&Shown> {
        self.steps[0].last().map(Rc::as_ref)
    }

    /// How many steps can be undone.
    pub fn depth(&self) -> usize {
        self.steps[0].len()
    }

    /// Whether there is something to undo, and something to redo.
    pub fn can(&self) -> [bool; 2] {
        self.steps.each_ref().map(|steps| !steps.is_empty())
    }

    /// The same after a step from what is shown, or after more of the last one.
    pub fn after_step(&self, shown: Shown, goes_on: bool) -> Self {
        let mut undo = self.steps[0].clone();
        if !goes_on {
            undo.push(Rc::new(shown));
            if undo.len() > STEPS {
                undo.remove(0);
            }
        }
        Self { steps: [undo, Vec::new()] }
    }

    /// Takes the last step back as if it had never been made.
    pub fn cancel(&mut self) -> Option<Shown> {
        self.steps[0].pop().map(Rc::unwrap_or_clone)
    }

    /// One step back from what is shown (0), or forth again (1).
    pub fn stepped(&mut self, from: usize, shown: Shown) -> Option<Shown> {
        let to = self.steps[from].pop()?;
        self.steps[1 - from].push(Rc::new(shown));
        Some(Rc::unwrap_or_clone(to))
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
        assert_eq!(two.depth(), 2);
        assert!(Rc::ptr_eq(&one.steps[0][0], &two.steps[0][0]));
    }
}
