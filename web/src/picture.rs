//! Everything that follows from the state, worked out once and passed by pointer.

use std::ops::Deref;
use std::rc::Rc;

use swizzle_core::scene::Occupancy;
use swizzle_core::{
    Comparison, Descriptor, Finding, LinkState, NoSwizzleCode, ParamsError, Shows, Spec, View,
    findings_from_spec,
};

/// A value that is compared by pointer: a prop that costs nothing to compare.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// What the core makes of the parameters.
#[derive(Debug)]
pub struct Picture {
    /// The tile.
    pub spec: Spec,
    /// How it is read.
    pub view: View,
    /// What is drawn: the tile, or one read as a matrix of its own.
    pub drawn: Spec,
    /// The selected step against what was meant.
    pub comparison: Comparison,
    /// Who lives where in memory.
    pub occupancy: Occupancy,
    /// What there is to say.
    pub findings: Vec<Finding>,
    /// The descriptor of the selected step.
    pub descriptor: Result<Descriptor, NoSwizzleCode>,
}

impl Picture {
    /// The picture of a state.
    ///
    /// # Errors
    /// [`ParamsError`] where there is none.
    pub fn of(shown: &LinkState) -> Result<Self, ParamsError> {
        let spec = Spec::new(&shown.params)?;
        let comparison = Comparison::of_read(&spec, shown.params.step);
        let (drawn, occupancy) = match shown.view.shows {
            Shows::Tile => (spec.clone(), Occupancy::of_tile(&spec)),
            Shows::Read => {
                let drawn = spec.of_read(shown.params.step);
                let occupancy = Occupancy::of_tile(&drawn);
                match comparison.missing_lines() {
                    Some(lines) => (drawn, occupancy.with_lines(lines)),
                    None => (drawn, occupancy),
                }
            }
        };
        Ok(Self {
            view: shown.view,
            drawn,
            comparison,
            occupancy,
            findings: findings_from_spec(&spec),
            descriptor: spec.descriptor(shown.params.step),
            spec,
        })
    }
}
