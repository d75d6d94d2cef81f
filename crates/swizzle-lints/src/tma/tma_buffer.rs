//! A box that overruns its buffer: rows are as far apart as the span of the swizzle, even where the box is narrower.

use super::*;

lint!(CopyOfBox, "tma-buffer", Measured, "PTX ISA, “Swizzling Modes” of tensors; measured on H200";
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
