//! A box that overruns its buffer: rows are as far apart as the span of the swizzle, even where the box is narrower.

use super::*;

lint!(@cases; CopyOfBox, "tma-buffer", Measured, "PTX ISA, “Swizzling Modes” of tensors; measured on H200";
    by ["tma-refused", "tma-destination", "tma-shared-end"],
);

fn find(copy: &CopyOfBox, report: &mut Report) {
    let Ok((landing, covered)) = report.facts else {
        return;
    };
    let (span, size) = (covered.span_bytes, covered.text(&landing));
    let finding = match copy.typed.buffer_bytes {
        Some(buffer) if span > buffer.into() => report.error(
            &["buffer"],
            format!("The box overruns its buffer of {buffer} bytes by {}", span - u64::from(buffer)),
            size,
        ),
        None if covered.has_gaps() => report.warning(
            &["box"],
            format!("The box overruns a buffer of {} bytes", covered.written_bytes),
            size,
        ),
        _ => return,
    };
    if let Ok(bytes) = u32::try_from(span) {
        finding.mend(format!("Set the buffer to {bytes} bytes"), MapChange::Buffer(bytes));
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<CopyOfBox>> {
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use crate::tma::subject::copy;
    use Severity::{Error, Warning};
    vec![
        speaks(
            Error,
            "overruns its buffer of 8192 bytes by 8192",
            copy(|copy| copy.buffer_bytes = Some(8192)),
        ),
        speaks(
            Warning,
            "The box overruns a buffer of 8192 bytes",
            copy(|copy| copy.map.box_elements = "32, 128".into()),
        ),
        silent(copy(|copy| copy.buffer_bytes = Some(16384))),
        silent(copy(|_| ())),
    ]
}
