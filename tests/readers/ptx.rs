//! A kernel's PTX.

use swizzle_lints::kernel::judge;
use swizzle_ptx::door::texts_in_cubin;
use swizzle_ptx::explained::explained;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;

use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target { name: "ptx", corpus, tokens: Vec::new, check };

fn corpus() -> Vec<Vec<u8>> {
    vec![cubin()]
}

/// A cubin of one line of PTX, with both line tables.
fn cubin() -> Vec<u8> {
    let table: &[u8] =
        b"\x39\0\0\0\x02\0\x18\0\0\0\x01\x01\xfb\x0e\x0a\0\x01\x01\x01\x01\0\0\0\x01\0a.cu\0\0\0\0\0\
        \0\x09\x02\0\0\0\0\0\0\0\0\x03\x01\x01\0\x02\x90\x01\x03\x01\x01\x02\x10\xf0\0\x01\x01";
    let sections: [(&str, &[u8]); 4] = [
        (".shstrtab", b""),
        (".debug_line", table),
        (".nv_debug_line_sass", table),
        (".nv_debug_ptx_txt", b"{\0\0mov.b32 %r1, 1;\0}"),
    ];
    let names: Vec<u8> = sections.iter().flat_map(|(name, _)| name.bytes().chain([0])).collect();
    let (mut file, mut entries, mut name) = (vec![0; 64], Vec::new(), 0u32);
    for (of, bytes) in sections {
        let bytes = if bytes.is_empty() { &names } else { bytes };
        let mut entry = [0; 64];
        entry[..4].copy_from_slice(&name.to_le_bytes());
        entry[0x18..0x20].copy_from_slice(&(file.len() as u64).to_le_bytes());
        entry[0x20..0x28].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
        file.extend_from_slice(bytes);
        entries.extend(entry);
        name += of.len() as u32 + 1;
    }
    file[..4].copy_from_slice(b"\x7fELF");
    let table = (file.len() as u64).to_le_bytes();
    file[0x28..0x30].copy_from_slice(&table);
    file[0x3a..0x40].copy_from_slice(&[64, 0, sections.len() as u8, 0, 0, 0]);
    file.extend(entries);
    let text = "{\0.loc 1 3, inlined_at 1 2\0mov.b32 %r1, 1;\0}\0.file 1 \"a.cu\"\0";
    assert_eq!(texts_in_cubin(&file), [text], "the tables are not read");
    file
}

fn check(input: &[u8]) -> Result<(), Fault> {
    ensure!(
        texts_in_cubin(input).iter().all(|text| text.len() <= 64 * input.len()),
        "a text beyond its file"
    );
    let text = String::from_utf8_lossy(input);
    let lines = text.split(['\n', '\0']).count() as u32;
    let module = Module::read(&text);
    for kernel in kernels(&module) {
        let report = judge(&module, &kernel);
        ensure!(report.operands.len() == kernel.mmas.len(), "an instruction without a report");
        for finding in &report.findings {
            ensure!((1..=lines).contains(&finding.line), "line {} of {lines}", finding.line);
        }
        for mma in &kernel.mmas {
            let _ = explained(&module, mma.line);
        }
    }
    Ok(())
}
