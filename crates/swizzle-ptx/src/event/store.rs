//! Bytes that one thread writes to shared memory.

use crate::effect::width;

/// Returns the bytes that an instruction writes from one thread, if that may be to shared memory: `cp.async` that is not bulk,
/// whose number of bytes is an operand, `st.shared`, `st` without a space, whose address tells, and copies from CTA to CTA.
pub(crate) fn store_bytes(opcode: &str) -> Option<u32> {
    let words: Vec<&str> = opcode.split('.').collect();
    let has = |what: &str| words.iter().any(|word| word.starts_with(what));
    match words[..] {
        ["cp", "async", "ca" | "cg", ..] => Some(0),
        ["cp", ..] => opcode.contains("shared::cluster.shared::cta").then_some(1),
        ["st", ..] if has("global") || has("local") || has("param") => None,
        ["st", ..] => {
            let count = words.iter().find_map(|word| word.strip_prefix('v')?.parse().ok());
            let bits = if has("b128") { 128 } else { width(opcode) };
            Some(count.unwrap_or(1) * bits / 8)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::store_bytes;

    #[test]
    fn bytes_of_one_thread() {
        let all = [
            "st.shared.v4.b32",
            "st.shared::cta.b128",
            "st.volatile.shared.u8",
            "st.v2.f32",
            "cp.async.cg.shared.global.L2::128B",
            "st.global.v4.b32",
            "st.param.b64",
            "cp.async.commit_group",
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
            "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes",
        ];
        assert_eq!(
            all.map(store_bytes),
            [Some(16), Some(16), Some(1), Some(8), Some(0), None, None, None, None, Some(1)]
        );
    }
}
