//! The statement around a number, and what it does to the number.

use super::*;
use std::collections::HashSet;

/// The value of the expression around a range, where it is more than one number, and what in it is unknown.
pub(crate) fn computed_at(text: &str, at: Span) -> (Option<u64>, Option<Notice>) {
    let bare = without_comments(text);
    if bare[at.clone()].trim().is_empty() {
        // A comment tells what was before the code, or what comes of it.
        let rows = tree(&bare);
        let does = |node: &&Node<'_>| node.assigned().is_some() || node.called('(').is_some();
        let code = nodes(&rows).into_iter().find(does);
        return (None, code.map(|code| not_read(code.text)));
    }
    let registers = || unknown_operands(text).or_else(|| unknown_register(text, at.clone()));
    let rows = tree(text);
    let is_around = |node: &&Node<'_>| {
        node.at <= at.start && at.end <= node.end() && matches!(node.kind, Part::Operator(_))
    };
    let Some(node) = nodes(&rows).into_iter().find(is_around) else {
        return (None, registers());
    };
    let mut unknown = Vec::new();
    let has_sign = node.text.contains(any_of("+|*&^~"));
    let read = value(node, &[], &mut unknown).filter(|_| has_sign || node.text.contains(" - "));
    let name = unknown.first().filter(|_| has_sign && read.is_some());
    let adds = || name.map(|name| notice(name, format!("is unknown here: what it adds {NOT_READ}")));
    (read.and_then(Known::number), registers().or_else(adds))
}

/// The operands beside a number of an instruction that multiplies, `nvvm.tcgen05.mma %d, %a, %b, %idesc`, that nothing defines.
fn unknown_operands(text: &str) -> Option<Notice> {
    let line = text.lines().find(|line| line.contains("mma"))?;
    let before = text.match_indices(" =").map(|(at, _)| &text[..at]);
    let defined: HashSet<&str> =
        before.filter_map(|before| before.rsplit(char::is_whitespace).next()).collect();
    let all = line.split(any_of(" ,()\t")).filter(|word| word.starts_with('%'));
    let unknown = joined(all.filter(|name| !defined.contains(name)), ", ");
    (!unknown.is_empty()).then(|| notice(&unknown, "not known from this text"))
}

/// A register of LLVM's or PTX's that something is done with beside a constant.
fn unknown_register(text: &str, at: Span) -> Option<Notice> {
    const OPERATIONS: &str = "or add xor and or.b64 add.s64 add.u64";
    let is_end = |c: char| ";\n=".contains(c);
    let start = text[..at.start].rfind(is_end).map_or(0, |end| end + 1);
    let end = text[at.end..].find(is_end).map_or(text.len(), |end| at.end + end);
    let statement = text[start..end].trim();
    let is_done = statement.split(' ').any(|word| is_in(OPERATIONS, &word.to_ascii_lowercase()));
    let mut words = statement.split(any_of(" ,\t"));
    let register = words.find(|word| is_done && word.starts_with(['%', '(']))?;
    Some(notice(register, "is unknown here; only the constant beside it was read"))
}

/// The text without a debugger's addresses, so that everything else stays where it was; and whether there were any.
pub(crate) fn without_addresses(text: &str) -> (String, bool) {
    let addresses = lines(text).filter_map(|(start, line)| Some(start..start + address_end(line)?));
    let all: Vec<Span> = addresses.collect();
    (blanked(text, all.iter().cloned()), !all.is_empty())
}

/// The text without the lines that a diff removes, the signs before those that it adds, and bullets, everything else where it was.
pub(crate) fn without_removed(text: &str) -> String {
    let is_added = |line: &str| line.starts_with("+ ") || line.starts_with("+\t");
    let is_diff = text.lines().any(is_added) && text.contains(['=', ';']);
    let marks = lines(text).filter_map(|(start, line)| match line.chars().next()? {
        '-' if is_diff => Some(start..start + line.trim_end().len()),
        _ => (is_added(line) && is_diff || line.starts_with("* ") || line.starts_with("- "))
            .then_some(start..start + 1),
    });
    blanked(text, marks)
}

/// The text with each pair of halves as the number that they are, where there are several: `A lo=… hi=…, B lo=… hi=…`.
pub(crate) fn with_wholes(text: &str) -> String {
    let words = Words::of(text);
    let half_at = |i: usize| {
        let key = key_at(&words, i).filter(|key| matches!(key, Key::High | Key::Low))?;
        let is_set = words.is_set(i) && has_digit_first(words.word(i + 1));
        let half = is_set.then(|| half(&words, i + 1).ok())??;
        Some((key == Key::High, i, u64::from(half)))
    };
    let halves: Vec<_> = words.each().filter_map(half_at).collect();
    let mut whole = text.to_string();
    let are_pairs = halves.chunks(2).all(|pair| matches!(pair, [one, other] if one.0 != other.0));
    for pair in halves.chunks(2).rev().filter(|_| are_pairs && halves.len() > 2) {
        let at = words.span(pair[0].1..pair[1].1 + 2);
        let bits = pair.iter().fold(0, |bits, (is_high, _, half)| bits | half << (32 * u32::from(*is_high)));
        whole.replace_range(at.clone(), &in_place(bits, at.len()));
    }
    whole
}

/// A descriptor in the place of so many bytes of text.
pub(crate) fn in_place(raw: u64, width: usize) -> String {
    format!("{:<width$}", format!("0x{raw:016x}"))
}

/// Returns the start of the values in a line that starts with an address.
fn address_end(line: &str) -> Option<usize> {
    let bare = line.trim_start();
    let digits = bare.strip_prefix("0x")?;
    let behind = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    let symbol = match behind.trim_start().strip_prefix('<') {
        Some(symbol) => symbol.split_once('>')?.1,
        None => behind,
    };
    let values = symbol.strip_prefix(':')?;
    let is_value = values.trim_start().starts_with("0x") && values.starts_with([' ', '\t']);
    is_value.then(|| line.len() - values.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_address_stays() {
        for text in ["0x40: lbo", "0x4000004000010040", "é 0x1: 0x2", "start: 0x40"] {
            assert_eq!(without_addresses(text), (text.into(), false));
        }
        assert_eq!(without_addresses("0x10:\t0x2\nx"), ("     \t0x2\nx".into(), true));
    }
}
