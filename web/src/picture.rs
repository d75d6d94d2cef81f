//! Everything that follows from the state, worked out once and passed by pointer.

use std::ops::Deref;
use std::rc::Rc;

use swizzle_core::scene::Occupancy;
use swizzle_core::{
    Descriptor, Finding, LinkState, NoSwizzleCode, ParamsError, Spec, View, findings_from_spec,
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
        Ok(Self {
            view: shown.view,
            occupancy: Occupancy::of_tile(&spec),
            findings: findings_from_spec(&spec),
            descriptor: spec.descriptor(shown.params.step),
            spec,
        })
    }
}
