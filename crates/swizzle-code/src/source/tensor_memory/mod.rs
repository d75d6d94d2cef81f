//! Use of tensor memory by a tcgen05 kernel, for any language: its regions, the copies of scale factors, the loads of D.

pub(super) mod cuda;
pub(super) mod cute;
mod formula;
pub(super) mod python;
mod read_of_d;
mod regions;
mod scale_copies;

use read_of_d::ReadOfD;
use regions::Regions;
use scale_copies::ScaleCopies;
pub(super) use scale_copies::rows;

use crate::source::Sourced;

/// How well all of it is attested.
pub(super) const ATTESTED: &str = "From the manual and CUTLASS; not measured.";

/// The parts of a kernel in tensor memory; of each that no source covers, why it is left out.
pub(super) struct Parts {
    regions: Result<Regions, String>,
    /// None for a kind without scale factors.
    scales: Option<Result<ScaleCopies, String>>,
    read: Result<ReadOfD, String>,
}

impl Parts {
    pub(super) fn of(sourced: &Sourced<'_>) -> Self {
        let one = sourced.instruction;
        Self { regions: Regions::new(sourced), scales: ScaleCopies::new(sourced), read: ReadOfD::new(one) }
    }

    /// Why scale factors have no copies.
    pub(super) fn unscaled(&self) -> Option<String> {
        self.scales.as_ref()?.as_ref().err().cloned()
    }

    /// Returns the parts that are left out, each in a sentence.
    fn left_out(&self) -> Vec<String> {
        let regions = self.regions.as_ref().err();
        let regions = regions.map(|why| format!("Not generated: tensor memory: {why}."));
        let scales = self.scales.as_ref().and_then(|all| all.as_ref().err());
        let scales = scales.map(|why| format!("Not generated: copies of scale factors: {why}."));
        let read = self.read.as_ref().err();
        let read = read.map(|why| format!("Not generated: reading D: {why}."));
        [regions, scales, read].into_iter().flatten().collect()
    }
}
