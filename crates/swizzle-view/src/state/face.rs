//! Mistakes that have a face: what each does to an image.

/// A mistake in a descriptor, beside a tile that is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Name of the mistake.
    pub name: &'static str,
    /// A link of the tile with the descriptor, from `#` on, without how it is looked at.
    pub link: &'static str,
    /// Its effect on the image.
    pub text: &'static str,
}

/// The five mistakes of the picture test.
pub const FACES: [Face; 5] = [
    Face {
        name: "SBO too small",
        link: "#/wgmma/4000000800010040?element=bf16&major=K&meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024",
        text: "Every band of 8 rows begins 1 row (128 bytes) after the band above, not 8 rows, so the top of the image repeats.",
    },
    Face {
        name: "LBO in bytes",
        link: "#/wgmma/0000000804000040?element=bf16&major=K&meant_swizzle=none&mn=64&k=64&meant_start=0x400&meant_lbo_bytes=1024&meant_sbo_bytes=128",
        text: "This tile has no swizzle; in the others LBO has no effect. The field holds 1024, which is 16,384 bytes, so the second unit of each read comes from outside the tile (grey).",
    },
    Face {
        name: "Wrong mode",
        link: "#/wgmma/8000004000010040?element=bf16&major=K&meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024",
        text: "Code 2 is 64B for wgmma. A row of 64 bytes is half a row of the tile, so each row of the tile is read as two.",
    },
    Face {
        name: "Start + 128",
        link: "#/wgmma/4000004000010048?element=bf16&major=K&meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024",
        text: "Every row arrives one row early: row 0 gets row 1, and the last row gets memory outside the tile. It looks right, but every row is one too early.",
    },
    Face {
        name: "Swapped strides",
        link: "#/wgmma/4000000100400040?element=bf16&major=K&meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024",
        text: "LBO is 1024 and SBO 16 bytes: each band of 8 rows begins one unit further instead of 8 rows.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::shown_from_link;
    use swizzle_core::reader::Tally;
    use swizzle_infer::WholeRead;

    #[test]
    fn each_face_is_one_mistake_in_every_read() {
        // Units wrong of 128 in a read, from the drawing of the picture test, where they were counted by hand.
        for (face, wrong) in FACES.iter().zip([112, 64, 112, 128, 112]) {
            let opened = shown_from_link(face.link);
            assert!(opened.notices.is_empty(), "{}: {:?}", face.name, opened.notices);
            let spec = opened.shown.spec().unwrap();
            assert_eq!(Tally::of_read(&spec, spec.place()).wrong, wrong, "{}", face.name);
            let read = WholeRead::of(&spec).unwrap();
            assert_eq!((read.wrong(), read.units()), (4 * wrong, 512), "{}", face.name);
        }
    }
}
