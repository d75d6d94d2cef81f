//! A layout as CuTe prints it, taken apart: `Swizzle<3,4,3> o ((8,8),64):((64,512),1)`.

use super::*;

/// A layout of two modes, and what else the text says.
pub(crate) struct CuteLayout {
    pub(crate) strided: Strided,
    /// Copies, and elements from one to the next: a third mode.
    pub(crate) stages: Option<(u32, i64)>,
    /// The values that the text around the layout specifies.
    pub(crate) around: Around,
    /// The range of the swizzle.
    pub(crate) swizzle_at: Range<usize>,
    /// The ranges of the strides of M or N, of K and of the stages.
    pub(crate) places: [Vec<Range<usize>>; 3],
    /// The range of shape and stride.
    pub(crate) at: Range<usize>,
}

/// A piece of a nested tuple: a number or a bracket.
struct Item {
    /// `(`, `)` or `0`.
    kind: u8,
    value: i64,
    at: Range<usize>,
}

/// The error of a layout whose strides are no distances in memory.
pub(crate) const OF_COORDINATES: &str = "Strides with @ are steps of coordinates, as a TMA tensor has them: they say nothing of where elements are in shared memory";

/// Larger numbers count as this one: far above every extent and stride, and far below what could overflow a sum.
const HUGE: i64 = 1 << 40;

/// A layout, if the text is about one.
pub(crate) fn read(text: &str) -> Option<Result<CuteLayout, PasteError>> {
    let typed = with_types_as_values(text);
    let text = typed.as_deref().unwrap_or(text);
    let swizzle_at = swizzle_at(text);
    let mut is_choice = false;
    let shape_end = text.bytes().enumerate().position(|(i, b)| {
        // `a ? (b) : (c)`
        is_choice = b == b'?' || is_choice && !matches!(b, b';' | b'\n');
        b == b':'
            && !is_choice
            && text[..i].trim_end().ends_with(')')
            && text[i + 1..].trim_start().starts_with('(')
    });
    if swizzle_at.is_none() && shape_end.is_none() {
        return None;
    }
    let before = |at: &Range<usize>| shape_end.is_none_or(|colon| at.end < colon);
    Some(layout(text, swizzle_at.filter(before), shape_end))
}

/// `Layout<Shape<_64,_8>,Stride<_1,_64>>` as the value of that type is printed, each sign where it was.
fn with_types_as_values(text: &str) -> Option<String> {
    const HEAD: &str = "Layout<";
    let is_one = |at: &usize| {
        let inside = text[*at + HEAD.len()..]
            .trim_start()
            .trim_start_matches("cute::");
        inside.starts_with("Shape<") && inside.contains("Stride<")
            || inside.starts_with("tuple<") && inside.matches("tuple<").count() > 1
    };
    let mut heads = text.match_indices(HEAD).map(|(at, _)| at).take(64);
    let at = heads.find(is_one)?;
    let open = at + HEAD.len();
    let mut bytes = text.as_bytes().to_vec();
    bytes[at..open].fill(b' ');
    let (mut closing, mut i) = (Vec::new(), open);
    while i < bytes.len() {
        let rest = &text.as_bytes()[i..];
        let heads: [(&[u8], u8); 6] = [
            (b"tuple<", b')'),
            (b"Shape<", b')'),
            (b"Stride<", b')'),
            (b"Int<", b' '),
            (b"C<", b' '),
            (b"cute::", 0),
        ];
        if let Some((head, close)) = heads.iter().find(|(head, _)| rest.starts_with(head)) {
            bytes[i..i + head.len()].fill(b' ');
            i += head.len();
            if *close > 0 {
                bytes[i - 1] = if *close == b')' { b'(' } else { b' ' };
                closing.push(*close);
            }
            continue;
        }
        match (bytes[i], closing.len()) {
            (b'>', 0) => {
                bytes[i] = b' ';
                break;
            }
            (b'>', _) => bytes[i] = closing.pop().unwrap_or(b' '),
            (b',', 0) => bytes[i] = b':',
            _ => {}
        }
        i += 1;
    }
    String::from_utf8(bytes).ok()
}

/// The range of the name of a swizzle whose numbers follow it, inside a type or before one.
fn swizzle_at(text: &str) -> Option<Range<usize>> {
    let opens = text.match_indices('<').map(|(open, _)| open);
    let mut names = opens.map(|open| {
        let before = text[..open].trim_end();
        let word = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        word.len()..open
    });
    let is_swizzle = |at: &Range<usize>| {
        let name = text[at.clone()].trim_end();
        let stands_apart = !text[..at.start].ends_with(is_name);
        stands_apart
            && ["S", "Sw", "Swizzle"]
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known))
    };
    names.find(is_swizzle)
}

fn layout(
    text: &str,
    swizzle_at: Option<Range<usize>>,
    colon: Option<usize>,
) -> Result<CuteLayout, PasteError> {
    let Some(colon) = colon else {
        return refuse(
            text.len()..text.len(),
            "Shape and stride are missing. Expected, for example: (8,8):(8,1)",
        );
    };
    let (mut swizzle, mut swizzle_at, mut end) = ([0; 3], swizzle_at.unwrap_or(0..0), 0);
    if swizzle_at.end > 0 {
        let (items, after) = items(text, swizzle_at.end)?;
        swizzle_at.end = after;
        end = after;
        match items[..] {
            [_, ref b, ref m, ref s, _] if [b, m, s].iter().all(|item| item.kind == b'0') => {
                swizzle = [b.value, m.value, s.value];
            }
            _ => {
                return refuse(
                    swizzle_at,
                    "A swizzle has three numbers, for example Swizzle<3,4,3>",
                );
            }
        }
    }
    let start = shape_start(text, colon, end)?;
    let (shape, _) = items(text, start)?;
    let stride_start = colon + 1 + text[colon + 1..].find('(').unwrap_or(0);
    let (stride, stride_end) = items(text, stride_start)?;
    let before = match swizzle_at.end {
        0 => [&text[..start], ""],
        _ => [&text[..swizzle_at.start], &text[end..start]],
    };
    let mut layout = CuteLayout {
        strided: Strided {
            swizzle,
            ..Strided::default()
        },
        stages: None,
        around: around::read(before),
        swizzle_at,
        places: Default::default(),
        at: start..stride_end,
    };
    fill(&mut layout, &shape, &stride)?;
    Ok(layout)
}

/// Returns the position of the opening bracket that closes last before the colon.
fn shape_start(text: &str, colon: usize, from: usize) -> Result<usize, PasteError> {
    let mut depth = 0;
    for (i, b) in text.bytes().enumerate().take(colon).skip(from).rev() {
        match b {
            b')' => depth += 1,
            b'(' if depth == 1 => return Ok(i),
            b'(' => depth -= 1,
            _ => {}
        }
    }
    refuse(from..colon, "A bracket is missing before this")
}

/// The pieces of a tuple from its opening bracket through its closing one, and the place behind it.
fn items(text: &str, start: usize) -> Result<(Vec<Item>, usize), PasteError> {
    let bytes = text.as_bytes();
    let (mut items, mut depth, mut i) = (Vec::new(), 0, start);
    while let Some(&b) = bytes.get(i) {
        let from = i;
        i += 1;
        let (mut kind, mut value) = (b, 0);
        match b {
            b'(' | b'<' => depth += 1,
            b')' | b'>' => depth -= 1,
            b',' | b'_' | b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'-' | b'0'..=b'9' if b != b'-' || bytes.get(i).is_some_and(u8::is_ascii_digit) => {
                let sign = if b == b'-' { -1 } else { 1 };
                (kind, value) = (b'0', i64::from(b.saturating_sub(b'0')));
                while let Some(digit @ b'0'..=b'9') = bytes.get(i) {
                    value = (value * 10 + i64::from(digit - b'0')).min(HUGE);
                    i += 1;
                }
                value *= sign;
            }
            b'@' => {
                return refuse(from..i, format!("{OF_COORDINATES}"));
            }
            _ => {
                let c = text[from..].chars().next().map_or(1, char::len_utf8);
                return refuse(
                    from..from + c,
                    format!("“{}” is not a whole number", &text[from..from + c]),
                );
            }
        }
        items.push(Item {
            kind,
            value,
            at: from..i,
        });
        if depth == 0 {
            return Ok((items, i));
        }
    }
    refuse(start..start + 1, "This bracket is not closed")
}

/// Takes shape and stride apart into the pieces of both modes.
fn fill(layout: &mut CuteLayout, shape: &[Item], stride: &[Item]) -> Result<(), PasteError> {
    let differs = shape
        .iter()
        .zip(stride)
        .find(|(size, stride)| size.kind != stride.kind);
    if let Some((_, stride)) = differs {
        return refuse(
            stride.at.clone(),
            "The stride has a different structure than the shape",
        );
    }
    let pieces = pieces(shape, stride);
    let modes = pieces.iter().map(|piece| piece.mode).max().unwrap_or(0);
    // Partitioned for an instruction, the first mode holds both of its extents: (MMA, MMA_M, MMA_K, PIPE).
    let of_first = || pieces.iter().filter(|piece| piece.mode == 1);
    let has_two =
        of_first().any(|piece| piece.part == 2) && of_first().all(|piece| piece.part <= 2);
    // Without stages only a K that is contiguous inside of it tells: M's own pieces begin with the nearest.
    let is_k_inside = of_first().any(|piece| piece.part == 2 && piece.stride == 1)
        && of_first().all(|piece| piece.part == 2 || piece.stride > 1);
    let is_partitioned = has_two && (modes == 4 || modes == 3 && is_k_inside);
    if !(2..=3).contains(&modes) && !is_partitioned {
        return refuse(
            layout.at.clone(),
            format!(
                "A tile has two modes, (mn,k), or a third of stages; partitioned, four; this layout has {modes}"
            ),
        );
    }
    let mut modes: [Mode; 3] = Default::default();
    for piece in &pieces {
        let which = match (is_partitioned, piece.mode, piece.part) {
            (true, 1, 1) | (true, 2, _) | (false, 1, _) => 0,
            (true, 1 | 3, _) | (false, 2, _) => 1,
            _ => 2,
        };
        let mode = &mut modes[which];
        let count = i64::from(mode.size.max(1)) * piece.size;
        if count < 1 || count > i64::from(EXTENT_MAX) {
            return refuse(
                piece.size_at.clone(),
                format!("A mode has 1 to {EXTENT_MAX} elements"),
            );
        }
        mode.size = count as u32;
        if piece.size > 1 {
            mode.leaves.push((piece.size as u32, piece.stride));
            layout.places[which].push(piece.stride_at.clone());
        }
    }
    let [mn, k, stages] = modes;
    if mn.size == 0 || k.size == 0 {
        return refuse(layout.at.clone(), "A tile has two modes, (mn,k)");
    }
    (layout.strided.mn, layout.strided.k) = (mn, k);
    layout.stages = stages.leaves.first().copied();
    match &layout.places[2][..] {
        [.., _, last] => refuse(
            last.clone(),
            "The stages must have one uniform distance; these have several",
        ),
        _ => Ok(()),
    }
}

/// A size with its stride, and the mode and the part of it that they are in, counted from 1.
struct Piece {
    mode: u32,
    part: u32,
    size: i64,
    stride: i64,
    size_at: Range<usize>,
    stride_at: Range<usize>,
}

fn pieces(shape: &[Item], stride: &[Item]) -> Vec<Piece> {
    let (mut depth, mut mode, mut part) = (0_u32, 0, 0);
    let mut pieces = Vec::new();
    for (size, stride) in shape.iter().zip(stride) {
        if size.kind != b')' {
            match depth {
                1 => (mode, part) = (mode + 1, 1),
                2 if pieces.last().is_some_and(|last: &Piece| last.mode == mode) => part += 1,
                _ => {}
            }
        }
        match size.kind {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => pieces.push(Piece {
                mode,
                part,
                size: size.value,
                stride: stride.value,
                size_at: size.at.clone(),
                stride_at: stride.at.clone(),
            }),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(text: &str) -> [i64; 2] {
        let layout = read(text)
            .unwrap()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        [layout.strided.mn.offset(9).0, layout.strided.k.offset(9).0]
    }

    #[test]
    fn spellings() {
        for text in [
            "Swizzle<1,4,3> o ((8,2,2),(8,2)):((1,8,128),(16,256))",
            "Sw<1,4,3> o smem_ptr[16b](unset) o ((_8,_2,_2),(_8,_2)):((_1,_8,_128),(_16,_256))",
            "S<1,4,3> ∘ _0 ∘ (( 8, 2, 2 ), (8,2)) : ((1,8,128),(16,256));",
            " swizzle<1, 4, 3>((8,(2,2)),(8,2)):((1,(8,128)),(16,256))",
        ] {
            let layout = read(text).unwrap().unwrap();
            assert_eq!(layout.strided.swizzle, [1, 4, 3], "{text}");
            assert_eq!(offsets(text), [9, 272], "{text}");
        }
        assert_eq!(offsets("(16,16):(-1,16)"), [-9, 144]);
        assert!(read("(0x40, 0x10040)").is_none());
        assert!(read("layout_type: 0x1 (B128)\nlbo: 1").is_none());
    }

    #[test]
    fn stages_and_pointers() {
        let read = |text: &str| {
            read(text)
                .unwrap()
                .unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let tile = read(
            "Sw<3,4,3>_smem_ptr[16b](0x7f0a94000400) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))",
        );
        assert_eq!(tile.stages, Some((4, 8192)));
        assert_eq!(
            (tile.around.bits, tile.around.address),
            (Some(16), Some(0x7f0a_9400_0400))
        );
        assert_eq!((tile.strided.mn.size, tile.strided.k.size), (128, 64));
        // Partitioned for an instruction of 64 × 16.
        let parts = read(
            "Sw<3,4,3> o smem_ptr[16b](unset) o ((_64,_16),_2,_4,_3):((_64,_1),_4096,_16,_8192)",
        );
        assert_eq!((parts.strided.mn.size, parts.strided.k.size), (128, 64));
        assert_eq!(
            (parts.stages, parts.around.address),
            (Some((3, 8192)), None)
        );
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = |inner: &str| "(".repeat(100_000) + inner + &")".repeat(100_000);
        let text = format!("({},8):({},8)", deep("8"), deep("1"));
        assert_eq!(read(&text).unwrap().unwrap().strided.mn.size, 8);
    }

    #[test]
    fn faults_are_pointed_at() {
        for (text, part) in [
            ("Sw<3,4,3>", ""),
            ("Sw<3,4> o (8,8):(8,1)", "Sw<3,4>"),
            ("Sw<(3)> o (8,8):(8,1)", "Sw<(3)>"),
            ("(8,(8,2)):(8,1)", "1"),
            ("(8,8,8,8):(512,64,8,1)", "(8,8,8,8):(512,64,8,1)"),
            ("(8,8,(2,2)):(8,1,(64,512))", "512"),
            ("(8):(1)", "(8):(1)"),
            ("(8,0):(8,1)", "0"),
            ("(8,131072):(8,1)", "131072"),
            ("(8,T):(8,1)", "T"),
            ("(8,-):(8,1)", "-"),
            ("(8,8):(8,é)", "é"),
            ("(8,8):(8,1", "("),
            ("8,8):(8,1)", "8,8)"),
        ] {
            let error = read(text).unwrap().err().expect(text);
            assert_eq!(&text[error.at], part, "{text}: {}", error.message);
        }
    }
}
