//! Code for the host and kernels that fill, compiled for this machine with a driver and a thread of the test's own, and run.

use std::fmt::Write as _;

use swizzle_code::tma::cuda_code;
use swizzle_core::tile::Tile;
use swizzle_core::{Element, Extent, Major, Named as _, Swizzle};
use swizzle_dump::{Values, fill_code};
use swizzle_lints::tma::{DriverEnum as _, boxes_from_tile};
use swizzle_tests::assert_printed;

/// The driver's words are not strict C++.
const LOOSE: &[&str] = &["-std=c++17", "-O0", "-w"];

/// The driver's types, and a call that prints what it is given. Source of names and numbers: CUDA driver API, `cuda.h`.
const DRIVER: &str = r#"
#include <cstdint>
#include <cstdio>
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
struct alignas(64) CUtensorMap { cuuint64_t opaque[16]; };
enum CUtensorMapDataType {
    CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B,
    CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B };
enum CUtensorMapInterleave { CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B };
enum CUtensorMapSwizzle {
    CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B,
    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B };
enum CUtensorMapL2promotion {
    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B };
enum CUtensorMapFloatOOBfill { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA };
enum CUresult { CUDA_SUCCESS };
static CUresult cuTensorMapEncodeTiled(
    CUtensorMap*, CUtensorMapDataType type, cuuint32_t rank, void* address, const cuuint64_t* extent,
    const cuuint64_t* stride, const cuuint32_t* box, const cuuint32_t* every, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
    printf("type %d rank %u address %llx", type, rank, (unsigned long long)(uintptr_t)address);
    for (cuuint32_t i = 0; i < rank; i++) printf(" extent %llu box %u every %u", (unsigned long long)extent[i], box[i], every[i]);
    for (cuuint32_t i = 0; i + 1 < rank; i++) printf(" stride %llu", (unsigned long long)stride[i]);
    printf(" interleave %d swizzle %d fill %d\n", interleave, swizzle, fill);
    return CUDA_SUCCESS;
}
"#;

fn tiles() -> Vec<Tile> {
    let mut all = Vec::new();
    for element in [Element::F16, Element::Bf16, Element::Tf32, Element::E4m3, Element::S8] {
        for swizzle in Swizzle::ALL.iter().copied() {
            for major in [Major::K, Major::Mn] {
                for (mn, k) in [(64, 64), (128, 128), (256, 32), (192, 256)] {
                    all.push(Tile::packed(Tile {
                        element,
                        major,
                        swizzle,
                        mn,
                        k,
                        buffer: Extent { mn, k },
                        start_bytes: 0x800,
                        ..Tile::default()
                    }));
                }
            }
        }
    }
    all
}

/// The encode call is given what the boxes hold, and each copy of the kernel goes where its box begins.
#[test]
fn the_copy_that_is_generated() {
    let mut functions = String::new();
    let mut wanted = String::new();
    let mut count = 0;
    for (tile, boxes) in tiles().iter().filter_map(|tile| Some((tile, boxes_from_tile(tile).ok()?))) {
        let code = cuda_code(&boxes, tile.start_bytes);
        let (k, mn) = (tile.k, tile.mn);
        let [along, across] = match tile.major {
            Major::K => [k, mn],
            Major::Mn => [mn, k],
        };
        let stride = u64::from(along) * u64::from(tile.element.slot_bits()) / 8;
        let _ = writeln!(
            functions,
            "static void host_{count}() {{\nuint64_t mn_extent = {mn}, k_extent = {k}, stride_bytes = {stride};\nvoid* matrix = (void*)0x7f0000001000;\n{}}}",
            code.host
        );
        // The kernel's instructions are the test's own; what they are given is printed.
        let mut device = String::new();
        for line in code.device.lines() {
            let bytes = line.contains("expect_tx").then(|| line.rsplit_once("\"r\"(")).flatten();
            if let Some((_, bytes)) = bytes {
                let end = bytes.find(')').expect("its end");
                let _ = writeln!(device, "printf(\"bytes %u\\n\", unsigned({}));", &bytes[..end]);
            } else if line.starts_with("copy(") {
                let _ = writeln!(device, "{line}");
            }
        }
        let _ = writeln!(
            functions,
            "static void device_{count}() {{\nuint32_t tile = {};\nint column = 1000, row = 2000;\nauto copy = [](uint32_t to, int column, int row) {{ printf(\"to %u column %d row %d\\n\", to, column, row); }};\n{device}}}",
            tile.start_bytes
        );
        let map = &boxes.map;
        let _ = writeln!(
            wanted,
            "type {} rank 2 address 7f0000001000 extent {along} box {} every 1 extent {across} box {} every 1 stride {stride} interleave 0 swizzle {} fill 0",
            map.data_type.number(),
            map.dimensions[0].box_elements,
            map.dimensions[1].box_elements,
            map.swizzle.number(),
        );
        let box_bytes = u64::from(map.dimensions[0].box_elements)
            * u64::from(map.dimensions[1].box_elements)
            * u64::from(map.data_type.shared_bits())
            / 8;
        let _ = writeln!(wanted, "bytes {}", box_bytes * boxes.boxes.len() as u64);
        for one in &boxes.boxes {
            let (column, row) = match tile.major {
                Major::K => (one.origin.k, one.origin.mn),
                Major::Mn => (one.origin.mn, one.origin.k),
            };
            let _ =
                writeln!(wanted, "to {} column {} row {}", one.destination_bytes, 1000 + column, 2000 + row);
        }
        count += 1;
    }
    assert!(count > 60, "{count}");
    let mut source = format!("{DRIVER}\n{functions}\nint main() {{\n");
    for at in 0..count {
        let _ = writeln!(source, "host_{at}(); device_{at}();");
    }
    source += "}\n";
    assert_printed(&["g++"], LOOSE, &[("main.cpp".into(), source)], &wanted, |_| {
        "of the driver's calls".into()
    });
}

/// CUDA's words, for threads that are run one after the other.
const THREADS: &str = "
#include <cstdint>
#include <cstdio>
#include <cstring>
struct Three { unsigned x; };
static Three blockIdx, blockDim, threadIdx;
#define __global__ static
struct __nv_bfloat16 {
    uint16_t bits;
    __nv_bfloat16() : bits(0) {}
    explicit __nv_bfloat16(float value) {
        uint32_t whole;
        memcpy(&whole, &value, 4);
        bits = uint16_t((whole + 0x7fff + (whole >> 16 & 1)) >> 16);
    }
};
";

/// The kernel that fills a matrix gives each element its value, in memory order, and writes nothing beside.
#[test]
fn the_kernel_that_fills() {
    let sides = [(64_u32, 64_u32), (40, 24), (1, 7), (128, 256)];
    let mut source = THREADS.to_owned();
    let mut main = String::new();
    let mut wanted = String::new();
    let mut count = 0;
    for bits in [8_u32, 16, 32] {
        for values in [Values::Index, Values::MnAndK, Values::Numbers] {
            for major in [Major::K, Major::Mn] {
                let code = fill_code(bits, values, major);
                let name =
                    code.split("void fill(").nth(1).and_then(|rest| rest.split('*').next()).expect("a type");
                let _ = writeln!(source, "namespace n{count} {{\n{code}}}");
                for (mn, k) in sides {
                    // The last block is not full.
                    let _ = writeln!(
                        main,
                        "{{ unsigned MN = {mn}, K = {k}; auto* m = new {name}[MN * K + 300]; memset((void*)m, 0xee, (MN * K + 300) * sizeof(*m)); blockDim.x = 256;\n\
                         for (blockIdx.x = 0; blockIdx.x * 256 < MN * K; blockIdx.x++) for (threadIdx.x = 0; threadIdx.x < 256; threadIdx.x++) n{count}::fill(m, MN, K);\n\
                         uint64_t h = 14695981039346656037ull; auto* b = (unsigned char*)m; for (size_t i = 0; i < (MN * K + 300) * sizeof(*m); i++) h = (h ^ b[i]) * 1099511628211ull;\n\
                         printf(\"%zu %llx\\n\", sizeof(*m), (unsigned long long)h); }}"
                    );
                    wanted += &filled(bits, values, major, mn, k);
                }
                count += 1;
            }
        }
    }
    let _ = write!(source, "int main() {{\n{main}}}\n");
    assert_printed(&["g++"], LOOSE, &[("main.cpp".into(), source)], &wanted, |at| format!("{at}"));
}

/// Bytes of an element and the hash of the memory, written down a second time.
fn filled(bits: u32, values: Values, major: Major, mn_extent: u32, k_extent: u32) -> String {
    let bytes = bits / 8;
    let mut memory = Vec::new();
    for i in 0..mn_extent * k_extent {
        let (mn, k) = match major {
            Major::K => (i / k_extent, i % k_extent),
            Major::Mn => (i % mn_extent, i / mn_extent),
        };
        let index = mn * k_extent + k;
        let word = match (values, bits) {
            (Values::MnAndK, _) => mn,
            (Values::Numbers, 16) => {
                let whole = (index as f32).to_bits();
                (whole + 0x7fff + (whole >> 16 & 1)) >> 16
            }
            (Values::Numbers, 32) => (index as f32).to_bits(),
            _ => index,
        };
        memory.extend_from_slice(&word.to_le_bytes()[..bytes as usize]);
    }
    memory.resize(memory.len() + 300 * bytes as usize, 0xee);
    let hash = memory.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{bytes} {hash:x}\n")
}
