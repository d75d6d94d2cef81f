//! Events, loops, rings and tensor maps of kernels that compilers wrote.

use swizzle_core::hardware::Operand;
use swizzle_core::tma::{DataType, Interleave, MapSwizzle};
use swizzle_ptx::event::Action;
use swizzle_ptx::event::tma_copy::TmaCopy;
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::linear::Linear;
use swizzle_ptx::module::Module;

use crate::ptx::texts;

/// Calls with the only kernel of a file.
fn with<T>(file: &str, call: impl FnOnce(&Kernel<'_>) -> T) -> T {
    let all = texts("texts.jsonl.gz");
    let text = all.iter().find(|text| text.file == file);
    let module = Module::read(&text.expect("the file").text);
    let kernels = kernels(&module);
    call(&kernels[0])
}

fn copies<'k>(kernel: &'k Kernel<'_>) -> Vec<(u32, &'k TmaCopy)> {
    let copies = kernel.events.iter().filter_map(|event| match &event.action {
        Action::Copy(copy) => Some((event.line, copy)),
        _ => None,
    });
    copies.collect()
}

/// Stages and stride of an address.
fn ring(kernel: &Kernel<'_>, address: Option<&Linear>) -> Option<(u32, u64)> {
    let ring = kernel.ring(address?)?;
    Some((ring.stages, ring.stride))
}

#[test]
fn a_kernel_makes_its_tensor_maps() {
    with("triton_tma_bf16_128x128x64_w4_sm90", |kernel| {
        let maps: Vec<_> = kernel
            .maps
            .iter()
            .map(|map| (map.copied(), map.data_type, map.swizzle, map.interleave, map.lines.swizzle))
            .collect();
        let of = |rows, line| {
            (
                Some(vec![64, rows]),
                Some(DataType::Bfloat16),
                Some(MapSwizzle::B128),
                Some(Interleave::None),
                line,
            )
        };
        assert_eq!(maps, [of(128, 126), of(64, 210), of(128, 298)]);
        let loads = copies(kernel);
        let bytes: Vec<_> =
            loads.iter().map(|(_, copy)| kernel.map_at(copy.map.as_ref()?)?.transaction_bytes()).collect();
        assert_eq!(bytes, [16384, 8192, 16384, 8192, 16384, 8192, 16384].map(Some));
    });
}

#[test]
fn stages_and_loops_are_found() {
    with("triton_tma_bf16_128x128x64_w4_sm90", |kernel| {
        let loops: Vec<_> = kernel.loops.iter().map(|one| (one.label, one.first, one.last)).collect();
        assert_eq!(loops, [("$L__BB0_8", 679, 840), ("waitLoop", 695, 696)]);
        assert!(kernel.mmas.iter().all(|mma| kernel.loops[0].contains(mma.line)));
        for side in [Operand::A, Operand::B] {
            let start = kernel.mmas[0].descriptor(side).map(|held| &held.start);
            assert_eq!(ring(kernel, start), Some((3, 16384)));
        }
        let expects: Vec<_> = kernel
            .events
            .iter()
            .filter_map(|event| match &event.action {
                Action::BarrierExpect { barrier, bytes } => {
                    Some((event.line, *bytes, ring(kernel, barrier.as_ref())))
                }
                _ => None,
            })
            .collect();
        let bytes = Some(32768);
        assert_eq!(expects, [(350, bytes, None), (385, bytes, None), (809, bytes, Some((3, 8)))]);
        let (line, load) = copies(kernel)[4];
        assert_eq!((line, load.dimensions, load.is_load), (823, 2, true));
        assert_eq!(ring(kernel, load.shared.as_ref()), Some((3, 16384)));
        assert_eq!(ring(kernel, load.barrier.as_ref()), Some((3, 8)));
    });
    // A counter that goes through several loops.
    with("cutlass_bf16_tn_128x256x64_sm100", |kernel| {
        let start = |side| kernel.mmas[0].descriptor(side).map(|held| &held.start);
        assert_eq!(ring(kernel, start(Operand::A)), Some((3, 16384)));
        assert_eq!(ring(kernel, start(Operand::B)), Some((3, 32768)));
        let (_, load) = copies(kernel)[0];
        let map = load.map.as_ref().expect("an address");
        let (name, offset) = kernel.named(map).expect("a parameter");
        assert!(name.ends_with("_param_0") && offset == Some(128), "{name} {offset:?}");
    });
}

#[test]
fn tensor_memory_and_groups_are_events() {
    with("triton_scaled5_nvfp4_128x256x256_sm100", |kernel| {
        let mut columns = Vec::new();
        let (mut sources, mut commits) = (0, 0);
        for event in &kernel.events {
            match &event.action {
                Action::Allocate { columns: all, .. } | Action::Free { columns: all, .. } => {
                    columns.push(*all)
                }
                Action::TensorCopy { source, .. } => {
                    sources += u32::from(matches!(source, swizzle_ptx::mma::Held::Descriptor(held, _)
                        if held.start.as_number().is_some() || kernel.named(&held.start).is_some()));
                }
                Action::MatrixCommit { barrier } => commits += u32::from(barrier.is_some()),
                _ => {}
            }
        }
        assert_eq!(columns, [Some(512), Some(512)]);
        assert_eq!((sources, commits), (24, 2));
    });
}

/// Where the threads write: 16 bytes each, from the beginning of a stage of A and of B on.
#[test]
fn stores_and_copies_of_threads_are_events() {
    with("triton_ptr_bf16_128x128x64_rr_w4_sm90", |kernel| {
        let stores = kernel.events.iter().filter_map(|event| match &event.action {
            Action::Store { address, bytes, .. } if event.opcode.starts_with("cp.async") => {
                let address = address.as_ref()?;
                Some((event.line, address.constant, ring(kernel, Some(address)), *bytes))
            }
            _ => None,
        });
        let stores: Vec<_> = stores.collect();
        // Two stages before the loop, and one in it, of eight rows of A and eight of B.
        assert_eq!(stores.len(), 48);
        let of = |line: u32| stores.iter().find(|(at, ..)| *at == line).copied();
        assert_eq!(of(159), Some((159, 2048, None, 16)));
        assert_eq!(of(843), Some((843, 0, Some((3, 16384)), 16)));
        assert_eq!(of(900), Some((900, 50176, Some((3, 16384)), 16)));
    });
}
