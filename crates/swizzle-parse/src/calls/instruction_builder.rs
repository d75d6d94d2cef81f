//! A call that sets up an instruction descriptor: `Tcgen05InstrDesc.build(a_dtype=BFloat16, m_dim=128, …)`, `make_instr_desc<…>()`.

use super::*;

/// The values that a call specifies.
#[derive(Default)]
struct Said {
    /// Keys of fields with the names of their codes, extents, or bits.
    pairs: Vec<(&'static str, String)>,
    k: Option<u64>,
    is_scaled: bool,
    notices: Vec<Notice>,
}

/// Reads such a call; none where there is none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let (what, said) = said(text)?;
    let (mut notices, k) = (said.notices.clone(), said.k);
    let idesc = match encoded(said, choice) {
        Ok(idesc) => idesc,
        Err(message) => return Some(Err(error(0..0, message))),
    };
    if let Some(k) = k.filter(|k| *k != u64::from(idesc.k())) {
        notices.push(notice(
            &format!("K {k}"),
            format!("is not in the word; an instruction of this kind has K {}", idesc.k()),
        ));
    }
    let pasted = idesc::pasted(idesc, &what, choice, context);
    Some(pasted.map(|pasted| Pasted { notices, is_from_inside: true, ..pasted }))
}

/// The ranges of these calls in the text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let bare = without_comments(text);
    let calls = calls(&bare, &names()).into_iter();
    calls.filter(|call| function(call).is_some()).map(|call| call.whole).collect()
}

/// The functions, by the rows of `instructions.txt`.
fn functions() -> impl Iterator<Item = [&'static str; 4]> {
    rows(include_str!("instructions.txt"))
}

fn names() -> String {
    joined(functions().map(|[name, ..]| name), " ")
}

/// The function that a call is of.
fn function(call: &Call<'_>) -> Option<[&'static str; 4]> {
    functions().find(|[name, ..]| match *name {
        "UMMAInsDescriptor" => call.is("UMMAInsDescriptor.create"),
        "Tcgen05InstructionDescriptor" => {
            call.name.contains("Tcgen05InstructionDescriptor::") && !call.name.contains('.')
        }
        name => call.is(name),
    })
}

/// Returns the description of the first such call in a text, and the values that it specifies.
fn said(text: &str) -> Option<(String, Said)> {
    let bare = without_comments(text);
    let calls = calls(&bare, &names());
    let mut calls = calls.iter().filter_map(|call| Some((call, function(call)?))).peekable();
    calls.peek()?;
    let variables = source::variables(&bare);
    calls.find_map(|(call, [name, scaled, whose, column])| {
        let mut arguments = call.given().to_vec();
        let is_mojo = name == "UMMAInsDescriptor";
        if let [_, _, _, third, ..] = &arguments[..]
            && is_mojo
            && arguments.len() > 4
            && !third.text.contains("Index")
        {
            // The type of the scale factors precedes the shape.
            arguments.remove(3);
        }
        let mut said = Said {
            is_scaled: !scaled.is_empty() || call.path.contains("UMMAKind.KIND_MX"),
            ..Said::default()
        };
        let (given, left) = bound(column, &arguments);
        for Given { name, means, text } in given {
            set(&mut said, means, name, text, &variables);
        }
        let left = left.into_iter();
        said.notices.extend(left.map(|one| notice(one, "was not read")));
        let what = format!("a call of {name} (arguments as in {whose})");
        said.pairs.iter().any(|(key, _)| is_in("a m n", key)).then_some((what, said))
    })
}

fn set(said: &mut Said, means: &'static str, name: &str, text: &str, variables: &[Variable]) {
    let number = || number_or_name(text, variables).ok();
    let key = match means {
        "scale" => "scale_type",
        "is_k_a" => "transpose_a",
        "is_k_b" => "transpose_b",
        key => key,
    };
    let value = match means {
        "-" => return,
        "a" | "b" | "d" if text == "None" => return,
        "a" | "b" => argument::element_in(text).map(element_name),
        "d" => argument::accumulator(text).map(|d| d.name().into()),
        "scale" => {
            let code = ["e4m3", "8m0"].iter().position(|part| text.contains(part));
            code.map(|code| code.to_string())
        }
        "shape" => {
            for (means, text) in shape(text) {
                set(said, means, name, text, variables);
            }
            return;
        }
        "is_k_a" | "is_k_b" => number().map(|is_k| u32::from(is_k == 0).to_string()),
        // The kind says K: it is compared.
        "k" => {
            said.k = number();
            return;
        }
        _ => number().map(|number| number.to_string()).or_else(|| {
            let major = || argument::major(text).filter(|_| means.starts_with("transpose"));
            let ends = [("Neg", "1"), ("One", "0")];
            let named = ends.iter().find(|(end, _)| text.ends_with(end)).map(|(_, code)| *code);
            Some(named.or_else(|| Some(major()?.name()))?.into())
        }),
    };
    match value {
        Some(value) => said.pairs.push((key, value)),
        None => {
            let unknown = notice(name, format!("“{}” is unknown here; read as 0", short(text)));
            said.notices.retain(|one| *one != unknown);
            said.notices.push(unknown);
        }
    }
}

/// A type as its code is named: beside bytes the packed one is padded to them.
fn element_name(element: Element) -> String {
    let plain = if element == Element::E2m1Packed { Element::E2m1 } else { element };
    plain.name().into()
}

/// Both extents: `Tcgen05MmaShape::M128_N64`, `Index(128, 64)`, `Index[dtype = DType.uint32](128, 64)`.
fn shape(text: &str) -> Vec<(&'static str, &str)> {
    let of_name = || argument::names(text).next_back()?.strip_prefix('M')?.split_once("_N");
    let both = match parts(text)[..] {
        [m, n, ..] if text.ends_with(')') => Some((m, n)),
        _ => of_name(),
    };
    let (m, n) = both.unwrap_or((text, text));
    vec![("m", m), ("n", n)]
}

/// The bits: types and extents by their codes; what is not known is 0.
fn encoded(said: Said, choice: &PasteChoice) -> Result<InstructionDescriptor, String> {
    let value = |key: &str| said.pairs.iter().find(|(known, _)| *known == key).map(|(_, value)| &**value);
    let a = value("a").and_then(|a| Element::from_name(a).ok());
    let is_packed = |key| value(key).or(value("a")) == Some(Element::E2m1.name());
    let kind = choice.kind.unwrap_or(match (said.is_scaled, is_packed("a"), is_packed("b")) {
        (true, true, true) if value("scale_type") == Some("0") => Kind::Mxf4nvf4,
        (true, true, true) => Kind::Mxf4,
        (true, ..) => Kind::Mxf8f6f4,
        (false, true, _) | (false, _, true) => Kind::F8f6f4,
        (false, ..) => a.and_then(|a| Kind::of_element(a).next()).unwrap_or(Kind::F16),
    });
    let is_missing = |key: &&str| value(key).is_none() && (*key != "d" || value("a").is_none());
    let missing = ["a", "d", "m", "n"].into_iter().filter(is_missing).map(|key| (key, "0"));
    let pairs = said.pairs.iter().map(|(key, value)| (*key, &**value));
    let has_field = |key: &str| {
        let mut fields = InstructionDescriptor::fields(kind).iter();
        fields.any(|field| field.id.key() == key && !matches!(field.values, FieldValues::Fixed(_)))
    };
    let pairs: Vec<(&str, &str)> = pairs.chain(missing).filter(|(key, _)| has_field(key)).collect();
    let read = instruction_from_pairs(Some(kind), &pairs);
    read.map(|read| read.idesc).map_err(|why| format!("kind {} has no code for it: {why}", kind.name()))
}
