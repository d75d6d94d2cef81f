//! A copy between global and shared memory that a barrier or a group waits for.

use crate::domain::linear::Linear;

/// `cp.async.bulk.tensor` and `cp.async.bulk`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TmaCopy {
    /// Whether it fills shared memory; otherwise it empties it.
    pub is_load: bool,
    /// Dimensions of the box; 0 for a run of bytes.
    pub dimensions: u32,
    /// The place in shared memory.
    pub shared: Option<Linear>,
    /// The tensor map's address; for a run of bytes, its place in global memory.
    pub map: Option<Linear>,
    /// The line at which the map's address is not followed further.
    pub map_stop: Option<u32>,
    /// Its bytes, for a run of bytes.
    pub bytes: Option<u64>,
    /// Whether several CTAs get it.
    pub is_multicast: bool,
    /// Whether the box is pixels of a window and not a tile.
    pub is_im2col: bool,
}

/// The placement of a copy's operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CopyName {
    pub(crate) is_load: bool,
    pub(crate) dimensions: u32,
    pub(crate) has_barrier: bool,
    pub(crate) is_multicast: bool,
    pub(crate) is_im2col: bool,
}

/// Reads the opcode of a copy.
pub(crate) fn copy_name(opcode: &str) -> Option<CopyName> {
    let words: Vec<&str> = opcode.strip_prefix("cp.async.bulk.")?.split('.').collect();
    let is_space = |word: &&&str| word.starts_with("shared") || **word == "global";
    let mut spaces = words.iter().filter(is_space);
    let (to, from) = (*spaces.next()?, *spaces.next()?);
    let (to_shared, from_shared) = (to != "global", from != "global");
    // A copy from one CTA's shared memory to another's is neither.
    if to_shared == from_shared {
        return None;
    }
    let dimensions = words.iter().find_map(|word| word.strip_suffix('d')?.parse().ok());
    let is_tensor = words[0] == "tensor";
    Some(CopyName {
        is_load: to_shared,
        dimensions: match (is_tensor, dimensions) {
            (true, dimensions) => dimensions?,
            (false, _) => 0,
        },
        has_barrier: words.iter().any(|word| word.starts_with("mbarrier::")),
        is_multicast: words.iter().any(|word| word.starts_with("multicast")),
        is_im2col: words.iter().any(|word| word.starts_with("im2col")),
    })
}

#[cfg(test)]
mod tests {
    use super::copy_name;

    #[test]
    fn names() {
        let load = copy_name("cp.async.bulk.tensor.3d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint").unwrap();
        assert!(load.is_load && load.has_barrier && !load.is_multicast);
        assert_eq!(load.dimensions, 3);
        let store = copy_name("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group").unwrap();
        assert!(!store.is_load && !store.has_barrier);
        let run = copy_name("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes");
        assert_eq!(run.unwrap().dimensions, 0);
        for other in [
            "cp.async.bulk.commit_group",
            "cp.async.bulk.wait_group.read",
            "cp.async.cg.shared.global",
            "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes",
        ] {
            assert_eq!(copy_name(other), None);
        }
    }
}
