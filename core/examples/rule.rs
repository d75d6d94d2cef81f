//! What the rules say of a mistake: SBO given in bytes where the field counts units of 16.

use swizzle_core::{Arch, Descriptor, Said, SaidTile, Spec, findings_from_spec};

fn main() -> Result<(), swizzle_core::SpecError> {
    let tile = SaidTile {
        mn: Some(64),
        k: Some(64),
        start_bytes: Some(0),
        ..SaidTile::default()
    };
    let descriptor = Descriptor::new(Arch::Wgmma, 0x4000_0400_0001_0000);
    let said = Said {
        tile,
        ..Said::default()
    }
    .with_given(descriptor);
    for finding in findings_from_spec(&Spec::new(&said)?) {
        println!(
            "{}: {} [{}]",
            finding.severity.name(),
            finding.title,
            finding.rule
        );
        println!("  {}", finding.text);
        println!("  {}", finding.source);
    }
    Ok(())
}
