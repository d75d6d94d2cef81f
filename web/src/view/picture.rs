//! Everything that follows from the state, worked out once and passed by pointer.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use swizzle_core::law::Clash;
use swizzle_core::{Coord, Descriptor, NoSwizzleCode, Spec};
use swizzle_draw::scene::{Drawing, Scene};
use swizzle_infer::WholeRead;
use swizzle_lints::{Finding, findings_from_spec};
use swizzle_params::SpecError;
use swizzle_view::Shown;

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

/// The core's result for the specified values.
pub struct Picture {
    /// The tile, with the descriptor at its own place.
    pub spec: Spec,
    /// The tile, with the descriptor at the place that is looked at.
    pub looked_at: Spec,
    /// The drawing of that.
    pub drawing: Drawing,
    /// The descriptor that is looked at.
    pub descriptor: Result<Descriptor, NoSwizzleCode>,
    /// Marks the cells that differ from another layout, where one is shown beside this one.
    pub beside: Option<Box<dyn Beside>>,
    findings: OnceCell<Vec<Finding>>,
    clash: OnceCell<Option<Clash>>,
    whole_read: OnceCell<Option<WholeRead>>,
}

/// A layout beside another. A trait, so that the start need not know how they are compared.
pub trait Beside {
    /// The scene, with the cells marked that are elsewhere in the other layout.
    fn mark(&self, scene: Scene, drawing: &Drawing) -> Scene;
}

impl Picture {
    /// The picture of a state.
    ///
    /// # Errors
    /// [`SpecError`] where there is none.
    pub fn of(shown: &Shown) -> Result<Self, SpecError> {
        let spec = shown.spec()?;
        let looked_at = shown.looked_at(&spec);
        Ok(Self {
            drawing: Drawing::of(&looked_at, shown.view),
            descriptor: looked_at.descriptor(looked_at.place()),
            beside: None,
            findings: OnceCell::new(),
            clash: OnceCell::new(),
            whole_read: OnceCell::new(),
            spec,
            looked_at,
        })
    }

    /// Returns the findings for the descriptor at its own place. Only parts that load after the start call this, so that the
    /// start runs no lints.
    pub fn findings(&self) -> &[Finding] {
        self.findings.get_or_init(|| findings_from_spec(&self.spec))
    }

    /// Returns what all reads read of the tile, regardless of the place that is looked at: an explicit descriptor is moved from
    /// its own place. Called only if the tile is an image.
    pub fn whole_read(&self) -> Option<&WholeRead> {
        let read = || WholeRead::of(&self.spec);
        self.whole_read.get_or_init(read).as_ref()
    }

    /// The element that collides with one, where a finding shows both. The start, which is spared the lints, asks this of a
    /// pinned element only.
    pub fn colliding(&self, with: Coord) -> Option<Coord> {
        let clash = self
            .clash
            .get_or_init(|| self.spec.first_clash())
            .as_ref()?;
        match with {
            _ if with == clash.first => Some(clash.second),
            _ if with == clash.second => Some(clash.first),
            _ => None,
        }
    }
}

/// A picture is used mostly for its drawing.
impl Deref for Picture {
    type Target = Drawing;

    fn deref(&self) -> &Drawing {
        &self.drawing
    }
}
