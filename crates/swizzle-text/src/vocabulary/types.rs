//! Names of element types.

use crate::vocabulary::Meaning::{Element as Of, ElementAs, NoElement};
use crate::vocabulary::Named;
use swizzle_core::hardware::Element;

pub(super) const ROWS: &[Named] = &[
    (
        Of(Element::F16),
        "f16 fp16 half half2 float16 e5m10 cu_tensor_map_data_type_float16",
        "PTX; CUDA, cuda_fp16.h; CUTLASS, half.h; PyTorch, JAX, Mojo: float16; Triton: tl.float16, fp16",
    ),
    (
        Of(Element::Bf16),
        "bf16 bfloat bfloat16 bfloat162 bf16_2 e8m7 cu_tensor_map_data_type_bfloat16",
        "PTX; CUDA, cuda_bf16.h: __nv_bfloat16; CUTLASS, bfloat16.h; PyTorch; Triton; ThunderKittens: bf16_2",
    ),
    (
        Of(Element::Tf32),
        "tf32 tfloat32 tensorfloat32 e8m10 cu_tensor_map_data_type_tfloat32 tensor_float32",
        "PTX; CUTLASS, tfloat32.h; CuTe DSL: TFloat32",
    ),
    (
        ElementAs(Element::Tf32),
        "f32 fp32 float float32 e8m23 cu_tensor_map_data_type_float32",
        "PyTorch, Triton, Mojo: float32; the tensor cores multiply 32-bit floats as tf32, PTX ISA, kind::tf32",
    ),
    (
        Of(Element::E4m3),
        "e4m3 e4m3fn float_e4m3 float_e4m3fn float8_e4m3 float8_e4m3fn float8e4m3fn float8e4m3 float8e4nv fp8e4nv fp8_e4m3 fp8_e4m3fn fp8e4m3 f8e4m3fn f8e4m3 e4m3x2 f8_e4m3 fp8_e4",
        "PTX; CUTLASS, float8.h; CUDA: __nv_fp8_e4m3; PyTorch, Mojo: float8_e4m3fn; Triton: float8e4nv; MLIR: f8E4M3FN",
    ),
    (
        ElementAs(Element::E4m3),
        "fp8 f8 float8 mxfp8",
        "PyTorch's and TensorRT's words for 8-bit floats, of which e4m3 is the usual one",
    ),
    (
        Of(Element::E5m2),
        "e5m2 float_e5m2 float8_e5m2 float8e5m2 float8e5 fp8e5 fp8_e5m2 fp8e5m2 f8e5m2 f8_e5m2 fp8_e5",
        "PTX; CUTLASS, float8.h; CUDA: __nv_fp8_e5m2; PyTorch, Mojo: float8_e5m2; Triton: float8e5; MLIR: f8E5M2",
    ),
    (Of(Element::S8), "s8 int8 i8 si8", "PTX: s8; C, CUTLASS: int8_t; PyTorch, Triton, Mojo: int8; MLIR: i8"),
    (
        Of(Element::U8),
        "u8 uint8 ui8 cu_tensor_map_data_type_uint8",
        "PTX: u8; C, CUTLASS: uint8_t; PyTorch, Triton, Mojo: uint8; MLIR: ui8",
    ),
    (Of(Element::B1), "b1 bin1 uint1b", "PTX: b1; CUTLASS, integer_subbyte.h: uint1b_t, bin1_t"),
    (
        Of(Element::E2m3),
        "e2m3 float_e2m3 float_e2m3_unpacksmem float6_e2m3fn float6_e2m3 fp6_e2m3 f6e2m3fn e2m3fn float6e2m3fn",
        "PTX; CUTLASS, float_subbyte.h; CUDA: __nv_fp6_e2m3; MLIR: f6E2M3FN",
    ),
    (
        Of(Element::E3m2),
        "e3m2 float_e3m2 float_e3m2_unpacksmem float6_e3m2fn float6_e3m2 fp6_e3m2 f6e3m2fn e3m2fn float6e3m2fn",
        "PTX; CUTLASS, float_subbyte.h; CUDA: __nv_fp6_e3m2; MLIR: f6E3M2FN",
    ),
    (
        Of(Element::E2m1),
        "e2m1 float_e2m1_unpacksmem e2m1_padded e2m1_unpacked cu_tensor_map_data_type_16u4_align16b",
        "PTX, kind::f8f6f4; CUTLASS, float_subbyte.h: the form with padding in shared memory",
    ),
    (
        Of(Element::E2m1Packed),
        "e2m1_packed float_e2m1 float4_e2m1fn float4_e2m1fn_x2 float4_e2m1 fp4_e2m1 fp4_e2m1fn f4e2m1fn e2m1fn e2m1x2 fp4 nvfp4 mxfp4 float4 cu_tensor_map_data_type_16u4_align8b float4e2m1fn mx_float4",
        "PTX, kind::mxf4; CUTLASS, float_subbyte.h; CUDA: __nv_fp4_e2m1; PyTorch: float4_e2m1fn_x2; MLIR: f4E2M1FN",
    ),
    (NoElement, "f64 fp64 double float64", "PyTorch, CUTLASS, Triton: 64-bit floats"),
    (NoElement, "s4 int4 int4b", "CUTLASS, integer_subbyte.h"),
    (NoElement, "u4 uint4 uint4b", "CUTLASS, integer_subbyte.h"),
    (NoElement, "s16 int16 i16", "PTX: s16; PyTorch: int16; MLIR: i16"),
    (NoElement, "u16 uint16", "PTX: u16; PyTorch: uint16"),
    (NoElement, "s32 int32 i32", "PTX: s32; PyTorch: int32; MLIR: i32"),
    (
        NoElement,
        "ue8m0 e8m0 float_ue8m0 float8_e8m0fnu",
        "PTX: ue8m0; CUTLASS, float8.h; PyTorch: float8_e8m0fnu",
    ),
    (NoElement, "ue4m3 float_ue4m3", "PTX: ue4m3; CUTLASS, float8.h"),
    (
        NoElement,
        "float8_e4m3fnuz float8_e5m2fnuz float8e4b8 float8e5b16 float8e4b15 complex64",
        "PyTorch, Triton: types of AMD's chips, and others that no tensor core here has",
    ),
];
