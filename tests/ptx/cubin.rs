//! Source lines of the PTX in a cubin, whose `.loc` the assembler took out.

use std::fs::File;
use std::io::Read as _;

use swizzle_lens::texts_from_bytes;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;

use crate::ptx::texts;

fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/data/ptx/{name}.cubin.gz", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = Vec::new();
    let file = File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let read = flate2::read::GzDecoder::new(file).read_to_end(&mut bytes);
    read.unwrap_or_else(|error| panic!("{path}: {error}"));
    bytes
}

fn text(name: &str) -> String {
    let mut texts = texts_from_bytes(name, bytes(name)).expect("its PTX");
    assert_eq!(texts.len(), 1, "{name}");
    texts.remove(0).text
}

/// The text that was assembled has its `.loc`: of each instruction the cubin tells the same, or nothing, as where no machine
/// instruction is left.
#[test]
fn sources_of_a_cubin_are_those_of_its_text() {
    let originals = texts("texts.jsonl.gz");
    for (name, tensor_cores) in [("triton_tma_bf16_128x128x64_w4_sm90", 8), ("triton_ws_128x128x64_sm100", 4)]
    {
        let original = originals.iter().find(|one| one.file.starts_with(name));
        let original = Module::read(&original.expect("its text").text);
        let text = text(name);
        let module = Module::read(&text);
        let (mut told, mut mmas, mut all) = (0, 0, 0);
        for (of, from) in module.functions.iter().zip(&original.functions) {
            assert_eq!(of.instructions.len(), from.instructions.len(), "{name}");
            for (one, wanted) in of.instructions.iter().zip(&from.instructions) {
                assert_eq!((one.opcode, one.line), (wanted.opcode, wanted.line));
                let lines = module.locs.lines(one.loc);
                let expected = original.locs.lines(wanted.loc);
                if expected.is_empty() {
                    continue;
                }
                all += 1;
                if !lines.is_empty() {
                    assert_eq!(lines, expected, "{name}:{}: {}", one.line, one.opcode);
                    told += 1;
                    let is_mma = one.opcode.starts_with("wgmma.mma") || one.opcode.starts_with("tcgen05.mma");
                    mmas += u32::from(is_mma);
                }
            }
        }
        assert_eq!(mmas, tensor_cores, "{name}");
        assert!(told * 3 >= all * 2, "{name}: {told} of {all}");
    }
}

/// As NVIDIA's own disassembler has them (`nvdisasm -gi -gp`, 13.1): a function that was inlined, and a line of its own.
#[test]
fn sources_of_what_nvcc_inlined_are_told() {
    let text = text("hand_wgmma_sm90");
    let module = Module::read(&text);
    let mut found = Vec::new();
    for kernel in kernels(&module) {
        for mma in &kernel.mmas {
            let lines = module.locs.lines(mma.loc).into_iter();
            found.push((mma.line, lines.map(|(_, line)| line).collect::<Vec<_>>()));
        }
    }
    let wanted: [(&[u32], &[u32]); 5] = [
        (&[196, 212, 228, 244], &[23, 34]),
        (&[536, 559, 582, 605], &[23, 48]),
        (&[868], &[23, 60]),
        (&[1070, 1086, 1102, 1118], &[23, 71]),
        (&[1209], &[81]),
    ];
    let wanted =
        wanted.iter().flat_map(|(lines, sources)| lines.iter().map(|line| (*line, sources.to_vec())));
    // The assembler counts the last one among the instruction before it, across a line that may have been a `.loc`.
    let wanted: Vec<_> = wanted.chain([(1214, Vec::new())]).collect();
    assert_eq!(found, wanted);
    let file = module.locs.file(1);
    assert_eq!(file, Some("/src/kkkkkk/hand_wgmma.cu"));
}

#[test]
fn a_cubin_with_broken_tables_gets_an_answer() {
    let whole = bytes("hand_wgmma_sm90");
    for at in (0..whole.len()).step_by(61) {
        let _ = texts_from_bytes("k", whole[..at].to_vec());
        let mut broken = whole.clone();
        let end = broken.len().min(at + 16);
        broken[at..end].fill(0xff);
        let texts = texts_from_bytes("k", broken).unwrap_or_default();
        assert!(texts.iter().all(|one| one.text.len() < 16 * whole.len()));
    }
}
