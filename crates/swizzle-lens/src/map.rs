//! The map of shared memory: every buffer of a kernel at its place.

use swizzle_core::hardware::{Named as _, Operand};
use swizzle_lints::kernel::KernelReport;
use swizzle_lints::kernel::shared_map::{Buffer, Origin, Role};
use swizzle_ptx::kernel::Kernel;

use crate::operand::ASSUMED_BYTES;

/// The buffers that are counted from one base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapView {
    /// The name of the base from which offsets are counted.
    pub name: String,
    /// The default address of the base, where the text does not tell it.
    pub assumed_bytes: Option<u32>,
    /// Its parts by their offsets, a stage each.
    pub pieces: Vec<MapPiece>,
    /// Bytes from the base to the end of the last part that is known.
    pub bytes: u64,
}

/// A stage of a buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapPiece {
    /// Its name: `A 0`.
    pub label: String,
    /// Its contents.
    pub kind: MapKind,
    /// Bytes from the base.
    pub offset: u64,
    /// Its bytes; those up to the next part where the text doesn't tell them.
    pub bytes: u64,
    /// The stage.
    pub stage: u32,
    /// The instructions that read it, as numbered in the score.
    pub rows: Vec<usize>,
}

/// The contents of a part of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapKind {
    /// An operand.
    Operand(Operand),
    /// Scale factors.
    Scales,
    /// Barriers.
    Barriers,
    /// Copied bytes that no tensor-core instruction reads.
    Copied,
}

/// Parts that are drawn at the most.
const PIECES_MAX: usize = 256;

/// The maps of a kernel, those with operands first.
pub(crate) fn maps(kernel: &Kernel<'_>, report: &KernelReport) -> Vec<MapView> {
    let regions = report.shared.regions.iter();
    let mut maps: Vec<MapView> = regions
        .map(|region| {
            let symbol = |at: usize| kernel.shared[at].name;
            let name = match region.origin {
                Origin::Symbol(at) => symbol(at).to_owned(),
                Origin::Absolute => "address 0".to_owned(),
                Origin::Unknown(Some(at)) => {
                    format!("{}, from a base not known from the PTX", symbol(at))
                }
                Origin::Unknown(None) => "base not known from the PTX".to_owned(),
            };
            let pieces = pieces(&region.buffers);
            let end = |piece: &MapPiece| piece.offset + piece.bytes;
            let is_known = region.origin == Origin::Absolute;
            MapView {
                name,
                assumed_bytes: (!is_known).then_some(ASSUMED_BYTES as u32),
                bytes: pieces.iter().map(end).max().unwrap_or(0),
                pieces,
            }
        })
        .filter(|map| !map.pieces.is_empty())
        .collect();
    let has_operand =
        |map: &MapView| map.pieces.iter().any(|piece| matches!(piece.kind, MapKind::Operand(_)));
    maps.sort_by_key(|map| !has_operand(map));
    maps
}

fn pieces(buffers: &[Buffer]) -> Vec<MapPiece> {
    let mut pieces = Vec::new();
    let mut counts = [0_u32; 3];
    for buffer in buffers {
        let (kind, name) = match buffer.role {
            Role::Operand(side) => (MapKind::Operand(side), side.name().to_owned()),
            Role::Scales => (MapKind::Scales, "scale factors".to_owned()),
            Role::Barriers => (MapKind::Barriers, "barrier".to_owned()),
            Role::Copied => (MapKind::Copied, "copied".to_owned()),
        };
        // Several buffers of one operand are counted on, and so are barriers.
        let count = match buffer.role {
            Role::Operand(side) => Some(side as usize),
            Role::Barriers => Some(2),
            Role::Scales | Role::Copied => None,
        };
        let first = count.map_or(0, |at| counts[at]);
        count.into_iter().for_each(|at| counts[at] += buffer.stages.max(1));
        for stage in 0..buffer.stages.max(1) {
            if pieces.len() == PIECES_MAX {
                return pieces;
            }
            pieces.push(MapPiece {
                label: format!("{name} {}", first + stage),
                kind,
                offset: buffer.offset + buffer.stride * u64::from(stage),
                bytes: buffer.bytes.unwrap_or(0),
                stage,
                rows: buffer.mmas.clone(),
            });
        }
    }
    let starts: Vec<u64> = pieces.iter().map(|piece| piece.offset).collect();
    for piece in pieces.iter_mut().filter(|piece| piece.bytes == 0) {
        let next = starts.iter().filter(|start| **start > piece.offset).min();
        piece.bytes = next.map_or(8, |next| next - piece.offset);
    }
    pieces.sort_by_key(|piece| piece.offset);
    pieces
}
