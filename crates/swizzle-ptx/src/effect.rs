//! Effects of an opcode: the operands that it writes, their widths, and whether it reads or writes memory.

use crate::operand::Operand;

/// Returns the number of operands, from the first on, that an instruction writes.
pub(crate) fn written(opcode: &str, operands: &[Operand<'_>]) -> usize {
    let mut words = opcode.split('.');
    let (base, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let writes = match base {
        // The accumulators of wgmma are not addresses.
        "st" | "bra" | "brx" | "ret" | "exit" | "trap" | "bar" | "barrier" | "membar" | "fence" | "wgmma"
        | "cp" | "prefetch" | "prefetchu" | "red" | "tensormap" | "setmaxnreg" | "nanosleep" | "pmevent"
        | "griddepcontrol" | "discard" | "applypriority" | "stmatrix" | "call" | "brkpt" => false,
        "tcgen05" => matches!(second, "ld"),
        "mbarrier" => matches!(second, "test_wait" | "try_wait" | "arrive" | "arrive_drop" | "pending_count"),
        "clusterlaunchcontrol" => second == "query_cancel",
        _ => true,
    };
    // An address is read in any position.
    let is_address = matches!(operands.first(), None | Some(Operand::Address(..)));
    usize::from(writes && !is_address)
}

/// Returns the bits of an instruction's type: the last of `.b32`, `.s16`, …; 32 where none is specified, and 64 for wider ones.
pub(crate) fn width(opcode: &str) -> u32 {
    let of_word = |word: &str| {
        let kind = word.as_bytes().first()?;
        let bits: u32 = word.get(1..)?.parse().ok()?;
        (matches!(kind, b'b' | b'u' | b's' | b'f') && matches!(bits, 8 | 16 | 32 | 64 | 128)).then_some(bits)
    };
    // Nothing that is followed has more than 64.
    opcode.rsplit('.').find_map(of_word).map_or(32, |bits| bits.min(64))
}

/// Loads of memory that a function may have stored to itself.
pub(crate) fn is_load(opcode: &str) -> bool {
    let second = opcode.split('.').nth(1).unwrap_or_default();
    opcode.starts_with("ld.") && !second.starts_with("shared") && !matches!(second, "global" | "const")
}

pub(crate) fn is_store(opcode: &str) -> bool {
    let second = opcode.split('.').nth(1).unwrap_or_default();
    opcode.starts_with("st.") && !second.starts_with("shared") && second != "global"
}
