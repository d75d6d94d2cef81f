//! Lines of the text from which an operand follows.

use swizzle_core::hardware::{Named as _, Operand};
use swizzle_ptx::explained::explained;
use swizzle_ptx::module::Module;
use swizzle_text::grouped;

use crate::reading::Reading;

/// Why an operand is what it is: the lines from which it follows, the nearest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Why {
    /// The lines.
    pub lines: Vec<WhyLine>,
}

/// A line from which an operand follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyLine {
    /// Its number, from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// Whether what it reads is followed further.
    pub is_followed: bool,
}

impl WhyLine {
    /// Remarks: a constant that holds the fields of a descriptor in hex, what a shift does, and where nobody follows it further.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let rest = (!self.is_followed).then(|| "not followed further".to_owned());
        [in_hex(&self.text), note(&self.text), rest].into_iter().flatten()
    }
}

/// A constant that holds the fields of a descriptor, in hex.
fn in_hex(line: &str) -> Option<String> {
    let words = line.split([' ', '\t', ',', ';']);
    let mut numbers = words.filter_map(|word| word.parse::<i64>().ok());
    let constant = numbers.find(|number| number.unsigned_abs() >> 32 != 0)?;
    Some(format!("{constant:#018x}"))
}

/// Effect of a shift by a number on what it shifts.
fn note(line: &str) -> Option<String> {
    let (opcode, operands) = line.trim().split_once([' ', '\t'])?;
    let mut operands = operands.trim_end_matches(';').split(',').skip(2);
    let bits = operands.next()?.trim().parse::<u32>().ok()?;
    let sign = match opcode.split('.').next()? {
        "shl" => '×',
        "shr" | "bfe" => '÷',
        _ => return None,
    };
    Some(format!("{sign} {}", grouped(1u32.checked_shl(bits)?)))
}

/// Why an operand of the instruction in a line is what it is.
///
/// ```
/// use swizzle_core::Operand;
/// use swizzle_lens::{Reading, why};
/// let text = ".visible .entry k()\n{\nmov.b64 %rd1, 0x4000004000010040;\nadd.s64 %rd2, %rd1, 2;
/// wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r1, %r2, %r3, %r4}, %rd2, %rd1, 1, 1, 1, 0, 0;\nret;\n}";
/// let reading = Reading::of("k.ptx", text.into());
/// let lines: Vec<u32> = why(&reading, 5, Operand::A).lines.iter().map(|line| line.line).collect();
/// assert_eq!(lines, [4, 3]);
/// ```
pub fn why(reading: &Reading, line: u32, side: Operand) -> Why {
    why_of(reading, line, side.name())
}

/// The lines from which the operands of an instruction follow, those of its last operand first.
pub(crate) fn lines_behind(reading: &Reading, line: u32) -> Vec<u32> {
    let module = Module::read(reading.text());
    let chains = explained(&module, line);
    let links = chains.iter().rev().flat_map(|(_, chain)| chain);
    links.map(|link| link.line).collect()
}

/// Why an operand is what it is, by its name among those of [`explained`].
pub(crate) fn why_of(reading: &Reading, line: u32, name: &str) -> Why {
    let module = Module::read(reading.text());
    let chains = explained(&module, line);
    let chain = chains.into_iter().find(|(of, _)| *of == name);
    let lines = chain.map(|(_, chain)| chain).unwrap_or_default();
    let lines = lines.iter().map(|link| WhyLine {
        line: link.line,
        text: reading.line(link.line).to_owned(),
        is_followed: link.is_followed,
    });
    Why { lines: lines.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_says_what_it_does_and_a_constant_is_in_hex() {
        assert_eq!(note("shl.b32 \t%r60, %r173, 14;").as_deref(), Some("× 16,384"));
        assert_eq!(note("shr.u32 %r1, %r2, 4;").as_deref(), Some("÷ 16"));
        assert_eq!(note("add.s32 %r1, %r2, 4;"), None);
        assert_eq!(
            in_hex("or.b64 %rd19, %rd33, 4611686293305294848;").as_deref(),
            Some("0x4000004000000000")
        );
        assert_eq!(in_hex("add.s32 %r1, %r2, 4;"), None);
    }
}
