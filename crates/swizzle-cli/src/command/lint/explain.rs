//! The lines from which the operands of an instruction follow.

use super::*;
use swizzle_ptx::explained::explained;
use swizzle_report::kernel::write_facts;

/// Maximum characters of a line: accumulators are long.
const LINE_MAX: usize = 120;

pub(crate) fn write(texts: &[Text], line: u32, out: &mut impl Write) -> Outcome {
    let mut is_found = false;
    for text in texts {
        let lines: Vec<&str> = text.text.split(['\n', '\0']).collect();
        let of_line = |line: u32| lines.get((line as usize).wrapping_sub(1)).map_or("", |line| line.trim());
        let module = Module::read(&text.text);
        let chains = explained(&module, line);
        if chains.is_empty() {
            continue;
        }
        is_found = true;
        writeln!(out, "{}:{line}: {}", text.file, shortened(of_line(line), LINE_MAX))?;
        for (name, chain) in chains {
            writeln!(out, "{name} follows from")?;
            for link in chain {
                let end = if link.is_followed { "" } else { "  (not followed further)" };
                writeln!(out, "  {}: {}{end}", link.line, shortened(of_line(link.line), LINE_MAX))?;
            }
        }
    }
    for text in texts {
        each_judged(text, &Allowances::default(), |judged| {
            is_found |= judged.kernel.run.as_ref().is_some_and(|run| run.has_line(line));
            write_facts(judged, line, out)
        })?;
    }
    if is_found {
        Ok(())
    } else {
        Err(Failure::Input(format!("line {line}: not an instruction with registers")))
    }
}
