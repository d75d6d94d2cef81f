//! Takes a matrix descriptor apart: its fields, and what it makes the hardware read.
//!
//! `cargo run --example decode -- 0x4000004000010040`

use swizzle_core::{Descriptor, Said, Spec, findings_from_spec, raw_from_hex};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hex = std::env::args().nth(1);
    let raw = raw_from_hex(hex.as_deref().unwrap_or("0x4000004000010040"))?;
    let descriptor = Descriptor::guessed(raw);
    for field in Descriptor::fields(descriptor.arch()) {
        println!(
            "{:>11}  {:>5}  {}",
            field.name,
            descriptor.get(field.id),
            field.meaning
        );
    }
    let spec = Spec::new(&Said::default().with_given(descriptor))?;
    let (read, extent) = (spec.read(0), spec.read_extent());
    println!(
        "reads {} × {} elements from 0x{:x}",
        extent.mn,
        extent.k,
        read.start_bytes()
    );
    for finding in findings_from_spec(&spec) {
        println!("{}: {}", finding.severity.name(), finding.title);
    }
    Ok(())
}
