//! Events of a kernel beside its tensor-core instructions: barriers, copies, waits, tensor memory.

mod read;
pub mod tensor_map;
pub mod tma_copy;

pub(crate) use read::{Asked, asked, event};

use swizzle_core::hardware::CtaForm;

use crate::domain::linear::Linear;
use crate::mma::Held;
use crate::provenance::Link;
use tma_copy::TmaCopy;

/// An instruction beside the tensor-core instructions, with its operands as far as the text tells them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<'a> {
    /// Its opcode.
    pub opcode: &'a str,
    /// Its line, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// The address of the barrier that it uses, modulo the address space of shared memory; `None` where it is not known.
    pub barrier: Option<Linear>,
    /// The action of the instruction.
    pub action: Action<'a>,
    /// Its place in the kernel's list of instructions.
    pub(crate) position: u32,
    /// The loop that it is in, by its places in that list.
    pub(crate) around: Option<(u32, u32)>,
}

/// The action of an instruction. Addresses and numbers are `None` where they are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action<'a> {
    /// `mbarrier.init`.
    BarrierInit {
        /// Number of arrivals that complete a phase.
        count: Option<Linear>,
    },
    /// `mbarrier.try_wait` and `mbarrier.test_wait`.
    BarrierWait {
        /// The parity of the phase.
        parity: Option<Linear>,
    },
    /// `mbarrier.inval`.
    BarrierInvalidate,
    /// `mbarrier.arrive` without bytes.
    BarrierArrive,
    /// `mbarrier.expect_tx` and `mbarrier.arrive.expect_tx`.
    BarrierExpect {
        /// The bytes that are waited for.
        bytes: Option<u64>,
    },
    /// `cp.async.bulk` and `cp.async.bulk.tensor`.
    Copy(TmaCopy),
    /// A field of a tensor map: `tensormap.replace`.
    MapField {
        /// The map's address.
        map: Option<Linear>,
        /// The name of the field, such as `box_dim`.
        field: &'static str,
        /// The dimension, for fields that have several.
        dimension: Option<u64>,
        /// Its value.
        value: Option<u64>,
    },
    /// `tensormap.cp_fenceproxy`: a map that was made in shared memory goes to global memory.
    MapPublished {
        /// The address to which the map is copied.
        destination: Option<Linear>,
        /// The address at which the map was made.
        map: Option<Linear>,
    },
    /// Zeros, word by word, one for each thread: how a tensor map begins.
    Cleared {
        /// The address of the first thread's word.
        first: Option<Linear>,
    },
    /// `st` that may go to shared memory, and `cp.async` that is not bulk.
    Store {
        /// The address that a thread writes, modulo the chip's address space; for a pointer that a loop moves, its first value.
        address: Option<Linear>,
        /// Number of bytes that one thread writes.
        bytes: u32,
        /// Whether a loop moves the pointer.
        moves: bool,
    },
    /// `cp.async.commit_group`.
    CopyCommit,
    /// `cp.async.wait_group`.
    CopyWait {
        /// How many groups may be left.
        pending: Option<u64>,
    },
    /// `wgmma.commit_group`.
    WgmmaCommit,
    /// `wgmma.wait_group`.
    WgmmaWait {
        /// How many groups may be left.
        pending: Option<u64>,
    },
    /// `tcgen05.commit`.
    MatrixCommit,
    /// `tcgen05.alloc`.
    Allocate {
        /// The address at which the address of the allocation is stored.
        destination: Option<Linear>,
        /// Number of columns.
        columns: Option<u64>,
    },
    /// `tcgen05.dealloc`.
    Free {
        /// The place in tensor memory.
        place: Option<Linear>,
        /// Number of columns.
        columns: Option<u64>,
    },
    /// `tcgen05.relinquish_alloc_permit`.
    Relinquish,
    /// `tcgen05.ld` and `tcgen05.st`.
    TensorMemory {
        /// Whether it stores.
        is_store: bool,
        /// The place in tensor memory.
        place: Option<Linear>,
        /// Number of columns that it takes.
        columns: Option<u32>,
        /// Number of registers that it names.
        registers: u32,
    },
    /// `tcgen05.cp`.
    TensorCopy {
        /// The place in tensor memory.
        place: Option<Linear>,
        /// The descriptor of what is copied.
        source: Held,
        /// The line at which the descriptor is not followed further, if a part of it is not known.
        stop: Option<Link<'a>>,
    },
    /// `wgmma.fence`, `tcgen05.wait`, `tcgen05.fence`, `tcgen05.shift`: nothing of it is followed.
    Other,
    /// `ldmatrix` and `stmatrix`.
    Matrices {
        /// Whether it stores.
        is_store: bool,
        /// The address of one thread's row.
        address: Option<Linear>,
    },
}

impl Action<'_> {
    /// The parity of the phase that it waits for.
    pub const fn parity(&self) -> Option<&Linear> {
        match self {
            Self::BarrierWait { parity, .. } => parity.as_ref(),
            _ => None,
        }
    }
}

impl Event<'_> {
    /// The addresses in any memory that it names, and the parity that it waits for, as far as they are known.
    pub fn addresses(&self) -> impl Iterator<Item = &Linear> {
        let (first, second) = match &self.action {
            Action::Copy(copy) => (copy.shared.as_ref(), copy.map.as_ref()),
            Action::MapField { map, .. } => (map.as_ref(), None),
            Action::MapPublished { destination, map } => (destination.as_ref(), map.as_ref()),
            Action::BarrierWait { .. } => (self.action.parity(), None),
            Action::Cleared { first: address }
            | Action::Allocate { destination: address, .. }
            | Action::Matrices { address, .. }
            | Action::Store { address, .. }
            | Action::Free { place: address, .. }
            | Action::TensorMemory { place: address, .. } => (address.as_ref(), None),
            Action::TensorCopy { source: Held::Descriptor(held, _), place, .. } => {
                (Some(&held.start), place.as_ref())
            }
            _ => (None, None),
        };
        first.into_iter().chain(second).chain(&self.barrier)
    }

    /// The copy to shared memory that it is, if it is one.
    pub fn load(&self) -> Option<&TmaCopy> {
        match &self.action {
            Action::Copy(copy) if copy.is_load => Some(copy),
            _ => None,
        }
    }

    /// Whether the loop around it is that around another.
    pub fn is_in_loop_of(&self, other: &Self) -> bool {
        self.around == other.around
    }

    /// Whether it is of one CTA or of a pair, for those that say so.
    pub fn cta_form(&self) -> Option<CtaForm> {
        cta_form(self.opcode)
    }
}

/// Whether an opcode is of one CTA or of a pair, if it says so.
pub fn cta_form(opcode: &str) -> Option<CtaForm> {
    let number = opcode.split('.').find_map(|word| word.strip_prefix("cta_group::"))?;
    match number {
        "1" => Some(CtaForm::One),
        "2" => Some(CtaForm::Two),
        _ => None,
    }
}
