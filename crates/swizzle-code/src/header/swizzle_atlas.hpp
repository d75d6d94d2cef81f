// swizzle_atlas.hpp: shared-memory layouts and matrix descriptors of NVIDIA's wgmma and tcgen05.
//
// C++17, host and device, no dependency; everything is constexpr. Written by `swizzle header`, Swizzle Atlas @version@;
// MIT OR Apache-2.0. Namespace swizzle_atlas:
//
//   matrix_descriptor(Arch, Fields)          the 64 bits; has_swizzle(Arch, Swizzle) says whether there is a code
//   byte_from_element(Layout, mn, k)         where an element begins in shared memory, after the XOR (modulo 2^18)
//   bit_from_element(Layout, mn, k)          and at which bit of that byte, for elements of less than a byte
//   absolute_from_element(Layout, mn, k)     the address of its 16-byte unit before the XOR
//   physical_from_absolute(Swizzle, address, base_offset)   the XOR
//   packed_layout(Element, Major, Swizzle, mn, k, Order, start_bytes)   the layout of a tile without gaps
//   Sequence                                 the reads that walk a tile: blocks(), steps(), start_bytes(block, step, stage),
//                                            descriptor(block, step, stage), layout_of_stage(stage); without a stage of one
//                                            stage alone
//   instruction_descriptor(Kind, InstructionFields)   tcgen05's 32 bits; has_code(Kind, Element) says whether a type fits
//   scale_id(Kind, ue8m0, step)              the id of the scale factors of A and B in a step, for InstructionFields
//
//   enum class Arch { @arch_names@ }, Element { @element_names@ },
//     Major { K, Mn }, Swizzle { @swizzle_names@ }, Order { Mn, K },
//     Accumulator { F16, F32, S32 }, Kind { @kind_names@ }
//   struct Fields { start_bytes, lbo_bytes, sbo_bytes, base_offset, swizzle, absolute_lbo }
//   struct Layout { element, major, swizzle, start_bytes, lbo_bytes, sbo_bytes, base_offset, absolute_lbo }
//   struct Sequence { layout, arch, mn, k, rows, k_bytes, at_mn, at_k, stages, stage_bytes }
//   struct InstructionFields { a, b, d, m, n, a_major, b_major, sparse, k_96, ue8m0, scale_id }
//
// mn is M of operand A and N of operand B. Bytes are bytes, never units of 16. LBO of a swizzled K-major layout is the
// distance from one swizzle-wide column of K to the next, as an H200 uses it. What was asked for and has no code, or what no
// field can hold (bytes that are not a multiple of 16 or not below 2^18, a base offset above 7), does not compile in a
// constant expression; at run time the bits of a code are 0, and a number is cut to its field. A ring says how far its
// stages are apart: without, only its first stage has a descriptor. tcgen05 was not run on hardware.

#ifndef SWIZZLE_ATLAS_HPP
#define SWIZZLE_ATLAS_HPP

#include <cstdint>

#ifdef __CUDACC__
#define SWIZZLE_ATLAS_FN __host__ __device__ constexpr
#define SWIZZLE_ATLAS_RUNTIME __host__ __device__ inline
#else
#define SWIZZLE_ATLAS_FN constexpr
#define SWIZZLE_ATLAS_RUNTIME inline
#endif

namespace swizzle_atlas {

enum class Arch { @arch_names@ };
enum class Element { @element_names@ };
enum class Major { K, Mn };
enum class Swizzle { @swizzle_names@ };
enum class Order { Mn, K };
enum class Accumulator { F16, F32, S32 };
enum class Kind { @kind_names@ };

namespace detail {

constexpr std::uint32_t kUnitBytes = @unit_bytes@;
constexpr std::uint32_t kLineUnits = @line_units@;
constexpr std::uint32_t kAddressBytes = @address_bytes@;
/// LBO of a descriptor that does not take it, as the ISA's examples write it.
constexpr std::uint32_t kLboUnusedBytes = @lbo_unused_bytes@;

/// Not a constant expression: what has no code stops the compiler here.
SWIZZLE_ATLAS_RUNTIME std::uint32_t there_is_no_code_for_this() { return 0; }

struct ElementTraits {
  std::uint32_t pitch_bits, per_unit;
};

SWIZZLE_ATLAS_FN ElementTraits traits(Element element) {
  switch (element) {
@element_traits@
  }
  return {8, 16};
}

struct SwizzleTraits {
  std::uint32_t row_units, rows_k_major, rows_mn_major, bits, base, shift;
};

SWIZZLE_ATLAS_FN SwizzleTraits traits(Swizzle swizzle) {
  switch (swizzle) {
@swizzle_traits@
  }
  return {1, 8, 8, 0, 4, 3};
}

struct Field {
  std::uint32_t low, width;
};

struct MatrixTable {
  Field start, lbo, sbo, base_offset, lbo_mode, swizzle;
  std::uint64_t fixed;
};

SWIZZLE_ATLAS_FN MatrixTable table(Arch arch) {
  switch (arch) {
@matrix_tables@
  }
  return {};
}

constexpr std::uint32_t kNoCode = ~std::uint32_t{0};

SWIZZLE_ATLAS_FN std::uint32_t code(Arch arch, Swizzle swizzle) {
  switch (arch) {
@swizzle_codes@
  }
  return kNoCode;
}

SWIZZLE_ATLAS_FN std::uint64_t placed(Field field, std::uint64_t value) {
  return field.width == 0 ? 0 : (value & ((std::uint64_t{1} << field.width) - 1)) << field.low;
}

SWIZZLE_ATLAS_FN std::uint32_t encoded(std::uint32_t bytes) {
  return bytes % kAddressBytes / kUnitBytes;
}

/// Not a constant expression: what no field can hold stops the compiler here. At run time it is cut to the field.
SWIZZLE_ATLAS_RUNTIME std::uint32_t no_field_can_hold_this() { return 0; }

/// Bytes as a field of units of 16 holds them.
SWIZZLE_ATLAS_FN std::uint32_t held(std::uint32_t bytes) {
  return bytes % kUnitBytes == 0 && bytes < kAddressBytes ? encoded(bytes)
                                                          : encoded(bytes) + no_field_can_hold_this();
}

/// A number as a field holds it.
SWIZZLE_ATLAS_FN std::uint32_t held(std::uint32_t value, Field field) {
  return value >> field.width == 0 ? value : value + no_field_can_hold_this();
}

SWIZZLE_ATLAS_FN std::uint32_t seen(std::uint32_t bytes) { return encoded(bytes) * kUnitBytes; }

}  // namespace detail

struct Fields {
  std::uint32_t start_bytes = 0;
  std::uint32_t lbo_bytes = detail::kLboUnusedBytes;
  std::uint32_t sbo_bytes = 0;
  std::uint32_t base_offset = 0;
  Swizzle swizzle = Swizzle::None;
  bool absolute_lbo = false;
};

SWIZZLE_ATLAS_FN bool has_swizzle(Arch arch, Swizzle swizzle) {
  return detail::code(arch, swizzle) != detail::kNoCode;
}

SWIZZLE_ATLAS_FN std::uint64_t matrix_descriptor(Arch arch, Fields fields) {
  const detail::MatrixTable table = detail::table(arch);
  const std::uint32_t code = has_swizzle(arch, fields.swizzle)
                                 ? detail::code(arch, fields.swizzle)
                                 : detail::there_is_no_code_for_this();
  return table.fixed | detail::placed(table.start, detail::held(fields.start_bytes)) |
         detail::placed(table.lbo, detail::held(fields.lbo_bytes)) |
         detail::placed(table.sbo, detail::held(fields.sbo_bytes)) |
         detail::placed(table.base_offset, detail::held(fields.base_offset, table.base_offset)) |
         detail::placed(table.lbo_mode, detail::held(fields.absolute_lbo ? 1 : 0, table.lbo_mode)) |
         detail::placed(table.swizzle, code);
}

/// A layout in bytes. In absolute_lbo, lbo_bytes is the address of the second chunk.
struct Layout {
  Element element = Element::Bf16;
  Major major = Major::K;
  Swizzle swizzle = Swizzle::None;
  std::uint32_t start_bytes = 0;
  std::uint32_t lbo_bytes = 0;
  std::uint32_t sbo_bytes = 0;
  std::uint32_t base_offset = 0;
  bool absolute_lbo = false;
};

/// Bytes from one swizzle-wide column of the contiguous dimension to the next: LBO, but for MN-major without swizzle.
SWIZZLE_ATLAS_FN std::uint32_t column_bytes(Layout layout) {
  const bool exchanged = layout.major == Major::Mn && layout.swizzle == Swizzle::None;
  return detail::seen(exchanged ? layout.sbo_bytes : layout.lbo_bytes);
}

/// Bytes from one group of rows of the other dimension to the next.
SWIZZLE_ATLAS_FN std::uint32_t group_bytes(Layout layout) {
  const bool exchanged = layout.major == Major::Mn && layout.swizzle == Swizzle::None;
  return detail::seen(exchanged ? layout.lbo_bytes : layout.sbo_bytes);
}

/// Rows of an atom: the dimension that is not contiguous.
SWIZZLE_ATLAS_FN std::uint32_t atom_rows(Major major, Swizzle swizzle) {
  return major == Major::K ? detail::traits(swizzle).rows_k_major
                           : detail::traits(swizzle).rows_mn_major;
}

SWIZZLE_ATLAS_FN std::uint32_t physical_from_absolute(Swizzle swizzle, std::uint32_t address,
                                                      std::uint32_t base_offset = 0) {
  const detail::SwizzleTraits xor_of = detail::traits(swizzle);
  const std::uint32_t phase = ((address >> (xor_of.base + xor_of.shift)) - base_offset) &
                              ((std::uint32_t{1} << xor_of.bits) - 1);
  return address ^ (phase << xor_of.base);
}

SWIZZLE_ATLAS_FN std::uint32_t absolute_from_element(Layout layout, std::uint32_t mn,
                                                     std::uint32_t k) {
  const std::uint32_t along = layout.major == Major::K ? k : mn;
  const std::uint32_t across = layout.major == Major::K ? mn : k;
  const std::uint32_t row_units = detail::traits(layout.swizzle).row_units;
  const std::uint32_t rows = atom_rows(layout.major, layout.swizzle);
  const std::uint32_t unit = along / detail::traits(layout.element).per_unit;
  const std::uint32_t start = detail::seen(layout.start_bytes);
  const std::uint32_t first_chunk = detail::kLineUnits - start / detail::kUnitBytes % detail::kLineUnits;
  std::uint32_t address = across % rows * row_units * detail::kUnitBytes +
                          across / rows * group_bytes(layout);
  if (!layout.absolute_lbo) {
    address += start + unit % row_units * detail::kUnitBytes + unit / row_units * column_bytes(layout);
  } else if (unit < first_chunk) {
    address += start + unit * detail::kUnitBytes;
  } else {
    address += detail::seen(layout.lbo_bytes) + (unit - first_chunk) * detail::kUnitBytes;
  }
  return address % detail::kAddressBytes;
}

SWIZZLE_ATLAS_FN std::uint32_t byte_from_element(Layout layout, std::uint32_t mn, std::uint32_t k) {
  const detail::ElementTraits element = detail::traits(layout.element);
  const std::uint32_t slot = (layout.major == Major::K ? k : mn) % element.per_unit;
  return physical_from_absolute(layout.swizzle, absolute_from_element(layout, mn, k),
                                layout.base_offset) +
         slot * element.pitch_bits / 8;
}

SWIZZLE_ATLAS_FN std::uint32_t bit_from_element(Layout layout, std::uint32_t mn, std::uint32_t k) {
  const detail::ElementTraits element = detail::traits(layout.element);
  return (layout.major == Major::K ? k : mn) % element.per_unit * element.pitch_bits % 8;
}

SWIZZLE_ATLAS_FN Layout packed_layout(Element element, Major major, Swizzle swizzle,
                                      std::uint32_t mn, std::uint32_t k, Order order = Order::Mn,
                                      std::uint32_t start_bytes = 0) {
  const std::uint32_t row_units = detail::traits(swizzle).row_units;
  const std::uint32_t width = row_units * detail::traits(element).per_unit;
  const std::uint32_t rows = atom_rows(major, swizzle);
  const std::uint32_t columns = ((major == Major::K ? k : mn) + width - 1) / width;
  const std::uint32_t groups = ((major == Major::K ? mn : k) + rows - 1) / rows;
  const std::uint32_t atom = row_units * rows * detail::kUnitBytes;
  const bool columns_first = (major == Major::K) == (order == Order::K);
  const std::uint32_t column = columns_first ? atom : atom * groups;
  const std::uint32_t group = columns_first ? atom * columns : atom;
  const bool exchanged = major == Major::Mn && swizzle == Swizzle::None;
  Layout layout{};
  layout.element = element;
  layout.major = major;
  layout.swizzle = swizzle;
  layout.start_bytes = start_bytes;
  layout.lbo_bytes = exchanged ? group : column;
  layout.sbo_bytes = exchanged ? column : group;
  return layout;
}

/// The reads that walk a tile: each takes `rows` of mn and `k_bytes` of K (32; 64 of B of the sparse form; 48 in absolute
/// LBO mode, where the layout's own absolute_lbo stays false and `absolute_lbo` here is set).
struct Sequence {
  Layout layout{};
  Arch arch = Arch::Wgmma;
  std::uint32_t mn = 64, k = 64;
  std::uint32_t rows = 64;
  std::uint32_t k_bytes = 32;
  std::uint32_t at_mn = 0, at_k = 0;
  std::uint32_t stages = 1, stage_bytes = 0;
  bool absolute_lbo = false;

  SWIZZLE_ATLAS_FN std::uint32_t read_k() const {
    return k_bytes / detail::kUnitBytes * detail::traits(layout.element).per_unit;
  }
  SWIZZLE_ATLAS_FN std::uint32_t read_rows() const { return mn < rows ? mn : rows; }
  SWIZZLE_ATLAS_FN std::uint32_t steps() const { return (k + read_k() - 1) / read_k(); }
  SWIZZLE_ATLAS_FN std::uint32_t blocks() const { return (mn + rows - 1) / rows; }

  /// Whether there is such a stage, at a distance that was said.
  SWIZZLE_ATLAS_FN bool has_stage(std::uint32_t stage) const {
    return stage < stages && (stage == 0 || stage_bytes > 0);
  }

  /// The layout of a stage: the XOR of its elements is that of their own addresses.
  SWIZZLE_ATLAS_FN Layout layout_of_stage(std::uint32_t stage) const {
    Layout moved = layout;
    moved.start_bytes = layout.start_bytes + stage * stage_bytes +
                        (has_stage(stage) ? 0 : detail::there_is_no_code_for_this());
    return moved;
  }

  /// Of a tile of one stage.
  SWIZZLE_ATLAS_FN std::uint32_t start_bytes(std::uint32_t block, std::uint32_t step) const {
    return start_bytes(block, step, 0) + (stages == 1 ? 0 : detail::there_is_no_code_for_this());
  }

  SWIZZLE_ATLAS_FN std::uint32_t start_bytes(std::uint32_t block, std::uint32_t step,
                                             std::uint32_t stage) const {
    if (!has_stage(stage)) return detail::there_is_no_code_for_this();
    return (absolute_from_element(layout, at_mn + block * read_rows(), at_k + step * read_k()) +
            stage * stage_bytes) %
           detail::kAddressBytes;
  }

  /// Of a tile of one stage: of a ring, nobody says which stage that would be.
  SWIZZLE_ATLAS_FN std::uint64_t descriptor(std::uint32_t block, std::uint32_t step) const {
    return stages == 1 ? descriptor(block, step, 0) : detail::there_is_no_code_for_this();
  }

  SWIZZLE_ATLAS_FN std::uint64_t descriptor(std::uint32_t block, std::uint32_t step,
                                            std::uint32_t stage) const {
    if (!has_stage(stage)) return detail::there_is_no_code_for_this();
    const std::uint32_t row_units = detail::traits(layout.swizzle).row_units;
    const std::uint32_t units = k_bytes / detail::kUnitBytes;
    Fields fields{};
    fields.start_bytes = start_bytes(block, step, stage);
    fields.lbo_bytes = layout.lbo_bytes;
    fields.sbo_bytes = layout.sbo_bytes;
    fields.base_offset = layout.base_offset;
    fields.swizzle = layout.swizzle;
    fields.absolute_lbo = absolute_lbo;
    if (absolute_lbo) {
      const std::uint32_t unit = (at_k + step * read_k()) / detail::traits(layout.element).per_unit;
      const std::uint32_t column = unit / row_units + (unit % row_units + units > row_units ? 1 : 0);
      const std::uint32_t first_k = column * row_units * detail::traits(layout.element).per_unit;
      fields.lbo_bytes = absolute_from_element(layout, at_mn + block * read_rows(), first_k) + stage * stage_bytes;
      fields.lbo_bytes %= detail::kAddressBytes;
    } else if (layout.major == Major::K && layout.swizzle != Swizzle::None && units <= row_units) {
      fields.lbo_bytes = detail::kLboUnusedBytes;
    }
    return matrix_descriptor(arch, fields);
  }
};

struct InstructionFields {
  Element a = Element::Bf16, b = Element::Bf16;
  Accumulator d = Accumulator::F32;
  std::uint32_t m = 128, n = 128;
  Major a_major = Major::K, b_major = Major::K;
  bool sparse = false;
  bool k_96 = false;
  /// Scale factors are UE8M0; mxf4nvf4 alone also has UE4M3.
  bool ue8m0 = true;
  /// The id of the scale factors of A and of B: that of the step, from the function scale_id.
  std::uint32_t scale_id = 0;
};

namespace detail {

struct InstructionTable {
  Field sparse, d, a, b, transpose_a, transpose_b, n, m, scale_type, k_size, scale_a, scale_b;
  std::uint32_t m_unit;
};

SWIZZLE_ATLAS_FN InstructionTable table(Kind kind) {
  switch (kind) {
@instruction_tables@
  }
  return {};
}

SWIZZLE_ATLAS_FN std::uint32_t code(Kind kind, Element element) {
  switch (kind) {
@element_codes@
  }
  return kNoCode;
}

SWIZZLE_ATLAS_FN std::uint32_t code(Kind kind, Accumulator accumulator) {
  switch (kind) {
@accumulator_codes@
  }
  return kNoCode;
}

SWIZZLE_ATLAS_FN std::uint32_t scale_code(Kind kind, bool ue8m0) {
  switch (kind) {
@scale_codes@
  }
  return 0;
}

SWIZZLE_ATLAS_FN bool can_transpose(Kind kind) {
  switch (kind) {
@transposes@
  }
  return false;
}

SWIZZLE_ATLAS_FN std::uint32_t checked(std::uint32_t code, bool is_there = true) {
  return is_there && code != kNoCode ? code : there_is_no_code_for_this();
}

SWIZZLE_ATLAS_FN std::uint32_t sized(std::uint32_t extent, std::uint32_t unit, Field field) {
  return checked(extent / unit, extent % unit == 0 && extent / unit >> field.width == 0);
}

}  // namespace detail

SWIZZLE_ATLAS_FN bool has_code(Kind kind, Element element) {
  return detail::code(kind, element) != detail::kNoCode;
}

SWIZZLE_ATLAS_FN std::uint32_t instruction_descriptor(Kind kind, InstructionFields fields) {
  const detail::InstructionTable table = detail::table(kind);
  const bool a_mn = fields.a_major == Major::Mn, b_mn = fields.b_major == Major::Mn;
  const std::uint32_t a_bit = detail::checked(a_mn ? 1 : 0, !a_mn || detail::can_transpose(kind));
  const std::uint32_t b_bit = detail::checked(b_mn ? 1 : 0, !b_mn || detail::can_transpose(kind));
  const std::uint32_t k_bit = detail::checked(fields.k_96 ? 1 : 0, !fields.k_96 || table.k_size.width > 0);
  return static_cast<std::uint32_t>(
      detail::placed(table.sparse, fields.sparse ? 1 : 0) |
      detail::placed(table.d, detail::checked(detail::code(kind, fields.d))) |
      detail::placed(table.a, detail::checked(detail::code(kind, fields.a))) |
      detail::placed(table.b, detail::checked(detail::code(kind, fields.b))) |
      detail::placed(table.transpose_a, a_bit) | detail::placed(table.transpose_b, b_bit) |
      detail::placed(table.n, detail::sized(fields.n, 8, table.n)) |
      detail::placed(table.m, detail::sized(fields.m, table.m_unit, table.m)) |
      detail::placed(table.scale_type, detail::checked(detail::scale_code(kind, fields.ue8m0))) |
      detail::placed(table.k_size, k_bit) |
      detail::placed(table.scale_a, detail::held(fields.scale_id, table.scale_a)) |
      detail::placed(table.scale_b, detail::held(fields.scale_id, table.scale_b)));
}

/// Where the scale factors of a step along K begin in their 32-bit word, in bytes: 1, 2 or 4 of them a step. K of 96, whose
/// ids are not settled, has none here; a kind without scale factors has 0.
SWIZZLE_ATLAS_FN std::uint32_t scale_id(Kind kind, bool ue8m0, std::uint32_t step) {
  switch (kind) {
@scale_ids@
  }
  return 0;
}

}  // namespace swizzle_atlas

#undef SWIZZLE_ATLAS_FN
#undef SWIZZLE_ATLAS_RUNTIME

#endif  // SWIZZLE_ATLAS_HPP
