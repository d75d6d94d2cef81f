//! The instructions by which a warp reads and writes shared memory.

use swizzle_core::{Named as _, named};

named! {
    /// An instruction of a warp, with the bytes that each lane's address stands for.
    ///
    /// `ldmatrix` and `stmatrix` take one address a row of 16 bytes: lanes 0 to 7 give those of the first 8 × 8 matrix, 8 to 15
    /// those of the second. `.trans` changes which register holds what and no address.
    ///
    /// Source: PTX ISA, `ld`, `st`, `ldmatrix`, `stmatrix`, `cp.async`.
    pub enum Access "instruction" {
        /// `ld.shared` of 4 bytes.
        Load4 => "LD32",
        /// `ld.shared` of 8 bytes.
        Load8 => "LD64",
        /// `ld.shared` of 16 bytes.
        Load16 => "LD128",
        /// `st.shared` of 4 bytes.
        Store4 => "ST32",
        /// `st.shared` of 8 bytes.
        Store8 => "ST64",
        /// `st.shared` of 16 bytes.
        Store16 => "ST128",
        /// `ldmatrix.x1`.
        LoadMatrix1 => "LDSM1",
        /// `ldmatrix.x2`.
        LoadMatrix2 => "LDSM2",
        /// `ldmatrix.x4`.
        LoadMatrix4 => "LDSM4",
        /// `stmatrix.x1`.
        StoreMatrix1 => "STSM1",
        /// `stmatrix.x2`.
        StoreMatrix2 => "STSM2",
        /// `stmatrix.x4`.
        StoreMatrix4 => "STSM4",
        /// `cp.async` of 4 bytes.
        CopyAsync4 => "CPASYNC32",
        /// `cp.async` of 8 bytes.
        CopyAsync8 => "CPASYNC64",
        /// `cp.async` of 16 bytes.
        CopyAsync16 => "CPASYNC128",
    }
}

// The names that the measurements and the profiler's assembly use.

/// The use that an instruction makes of the addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Transfer {
    /// Each lane reads its bytes.
    Load,
    /// Each lane writes its bytes.
    Store,
    /// Rows of 8 × 8 matrices are read, and dealt out to all lanes.
    LoadMatrix,
    /// Rows of 8 × 8 matrices are written, gathered from all lanes.
    StoreMatrix,
    /// Each lane's bytes come from global memory without passing a register.
    CopyAsync,
}

impl Access {
    /// Returns the kind of transfer, the bytes of an address, how many lanes give one, and how PTX spells it.
    const fn record(self) -> (Transfer, u32, usize, &'static str) {
        match self {
            Self::Load4 => (Transfer::Load, 4, 32, "ld.shared.b32"),
            Self::Load8 => (Transfer::Load, 8, 32, "ld.shared.v2.b32"),
            Self::Load16 => (Transfer::Load, 16, 32, "ld.shared.v4.b32"),
            Self::Store4 => (Transfer::Store, 4, 32, "st.shared.b32"),
            Self::Store8 => (Transfer::Store, 8, 32, "st.shared.v2.b32"),
            Self::Store16 => (Transfer::Store, 16, 32, "st.shared.v4.b32"),
            Self::LoadMatrix1 => (Transfer::LoadMatrix, 16, 8, "ldmatrix.sync.aligned.m8n8.x1.shared.b16"),
            Self::LoadMatrix2 => (Transfer::LoadMatrix, 16, 16, "ldmatrix.sync.aligned.m8n8.x2.shared.b16"),
            Self::LoadMatrix4 => (Transfer::LoadMatrix, 16, 32, "ldmatrix.sync.aligned.m8n8.x4.shared.b16"),
            Self::StoreMatrix1 => (Transfer::StoreMatrix, 16, 8, "stmatrix.sync.aligned.m8n8.x1.shared.b16"),
            Self::StoreMatrix2 => (Transfer::StoreMatrix, 16, 16, "stmatrix.sync.aligned.m8n8.x2.shared.b16"),
            Self::StoreMatrix4 => (Transfer::StoreMatrix, 16, 32, "stmatrix.sync.aligned.m8n8.x4.shared.b16"),
            Self::CopyAsync4 => (Transfer::CopyAsync, 4, 32, "cp.async.ca.shared.global 4"),
            Self::CopyAsync8 => (Transfer::CopyAsync, 8, 32, "cp.async.ca.shared.global 8"),
            Self::CopyAsync16 => (Transfer::CopyAsync, 16, 32, "cp.async.cg.shared.global 16"),
        }
    }

    /// Returns the kind of transfer.
    pub const fn transfer(self) -> Transfer {
        self.record().0
    }

    /// Bytes that each address stands for; the address is a multiple of it.
    pub const fn bytes(self) -> u32 {
        self.record().1
    }

    /// Lanes whose address counts, from lane 0.
    pub const fn lanes(self) -> usize {
        self.record().2
    }

    /// The instruction as PTX spells it.
    pub const fn ptx(self) -> &'static str {
        self.record().3
    }

    /// The access of an opcode, such as `ld.shared.v4.u32`; a `cp.async` copies as many bytes as its operand says. A load or
    /// store of 1 or 2 bytes is served as one of the 4 bytes around it, and one that names no space as one of shared memory. `None`
    /// for instructions that are none of these.
    ///
    /// ```
    /// use swizzle_warp::Access;
    /// assert_eq!(Access::from_opcode("ld.volatile.shared.v2.f32", 0), Some(Access::Load8));
    /// assert_eq!(Access::from_opcode("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16", 0), Some(Access::LoadMatrix2));
    /// assert_eq!(Access::from_opcode("cp.async.cg.shared.global", 16), Some(Access::CopyAsync16));
    /// assert_eq!(Access::from_opcode("st.v4.u32", 0), Some(Access::Store16));
    /// assert_eq!(Access::from_opcode("ld.global.v4.u32", 0), None);
    /// ```
    pub fn from_opcode(opcode: &str, copied_bytes: u32) -> Option<Self> {
        let mut words = opcode.split('.');
        let head = words.next()?;
        let words: Vec<&str> = words.collect();
        let times = |letter: char| {
            let count = |word: &&str| word.strip_prefix(letter)?.parse().ok();
            words.iter().find_map(count).unwrap_or(1)
        };
        let names_other = words.iter().any(|word| matches!(*word, "global" | "const" | "param" | "local"));
        let (transfer, bytes, lanes) = match head {
            "ldmatrix" | "stmatrix" => {
                let rows: u32 = if words.contains(&"m16n16") { 16 } else { 8 };
                let transfer = if head == "ldmatrix" { Transfer::LoadMatrix } else { Transfer::StoreMatrix };
                (transfer, 16, (rows * times('x')) as usize)
            }
            "ld" | "st" if !names_other => {
                let bits: u32 =
                    words.last()?.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?;
                let transfer = if head == "ld" { Transfer::Load } else { Transfer::Store };
                (transfer, (bits / 8 * times('v')).max(4), 32)
            }
            "cp" if words.first() == Some(&"async") && names_other => (Transfer::CopyAsync, copied_bytes, 32),
            _ => return None,
        };
        let is_it =
            |access: &Self| (access.transfer(), access.bytes(), access.lanes()) == (transfer, bytes, lanes);
        Self::ALL.iter().copied().find(is_it)
    }

    /// Whether its cost was counted on an H200; that of `cp.async` is taken to be a store's.
    pub const fn is_measured(self) -> bool {
        !matches!(self.transfer(), Transfer::CopyAsync)
    }
}
