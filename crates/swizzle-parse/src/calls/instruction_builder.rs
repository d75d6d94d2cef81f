//! A call that sets up an instruction descriptor: `Tcgen05InstrDesc.build(a_dtype=BFloat16, m_dim=128, …)`, `make_instr_desc<…>()`.

use super::*;

/// The values that a call specifies.
#[derive(Default)]
struct Said {
    a: Option<Element>,
    b: Option<Element>,
    d: Option<Accumulator>,
    m: u32,
    n: u32,
    k: Option<u32>,
    major: [Option<Major>; 2],
    fields: Vec<(Id, u32)>,
    is_scaled: bool,
    notices: Vec<Notice>,
}

/// Reads such a call; none where there is none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let (what, said) = said(text)?;
    let mut notices = said.notices.clone();
    let idesc = match encoded(&said, choice) {
        Ok(idesc) => idesc,
        Err(message) => return Some(Err(error(0..0, message))),
    };
    if let Some(k) = said.k.filter(|k| *k != idesc.k()) {
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
    functions().map(|[name, ..]| name).collect::<Vec<_>>().join(" ")
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
        if is_mojo {
            arguments.clone_from(&call.template);
        }
        if let [_, _, _, third, ..] = &arguments[..]
            && is_mojo
            && arguments.len() > 4
            && !third.text.contains("Index")
            && third.name.is_none()
        {
            // The type of the scale factors precedes the shape.
            arguments.remove(3);
        }
        let mut said = Said {
            is_scaled: !scaled.is_empty() || is_mojo && call.path.contains("UMMAKind.KIND_MX"),
            ..Said::default()
        };
        let (given, left) = bound(column, &arguments);
        for Given { name, means, text } in given {
            set(&mut said, means, name, text, &variables);
        }
        let left = left.into_iter();
        said.notices.extend(left.map(|one| notice(one, "was not read")));
        let is_one = said.a.is_some() || said.m > 0 || said.n > 0;
        let what = format!("a call of {name} (arguments as in {whose})");
        is_one.then_some((what, said))
    })
}

fn set(said: &mut Said, means: &str, name: &str, text: &str, variables: &[Variable]) {
    let number = || number(text, variables);
    let is_set = match means {
        "a" | "b" | "both" => {
            let element = argument::element_in(text);
            said.a = if means == "b" { said.a } else { element };
            said.b = if means == "a" { said.b } else { element };
            element.is_some() || text == "None" && means != "both"
        }
        "d" => {
            said.d = argument::accumulator(text);
            said.d.is_some() || text == "None"
        }
        "scale" => {
            let is_e4m3 = text.contains("e4m3");
            said.fields.push((Id::ScaleType, u32::from(!is_e4m3)));
            is_e4m3 || text.contains("8m0")
        }
        "m" => {
            said.m = number().unwrap_or(0);
            said.m > 0
        }
        "n" => {
            said.n = number().unwrap_or(0);
            said.n > 0
        }
        // The kind says it: it is compared.
        "k" => {
            said.k = number();
            true
        }
        // `M128_N64`
        "shape" => {
            (said.m, said.n) = shape(text, variables).unwrap_or_default();
            said.m > 0 && said.n > 0
        }
        "major_a" | "major_b" | "is_k_a" | "is_k_b" => {
            let is_k = means.starts_with("is");
            let major = match number() {
                Some(bit) if (bit == 0) == is_k => Some(Major::Mn),
                Some(_) => Some(Major::K),
                None => argument::major(text).filter(|_| !is_k),
            };
            said.major[usize::from(means.ends_with('b'))] = major;
            major.is_some()
        }
        _ => instruction_field(means).is_none_or(|field| {
            let ends = [("Neg", 1), ("One", 0)].into_iter();
            let mut named = ends.filter(|(end, _)| text.ends_with(end));
            let value = number().or_else(|| Some(named.next_back()?.1));
            said.fields.extend(value.map(|value| (field.id, value)));
            value.is_some()
        }),
    };
    if !is_set {
        let why = format!("“{}” is unknown here; read as 0", short(text));
        said.notices.push(notice(name, why));
    }
}

fn number(text: &str, variables: &[Variable]) -> Option<u32> {
    number_or_name(text, variables).ok()?.try_into().ok()
}

/// Both extents: `Tcgen05MmaShape::M128_N64`, `Index(128, 64)`, `Index[dtype = DType.uint32](128, 64)`.
fn shape(text: &str, variables: &[Variable]) -> Option<(u32, u32)> {
    let (m, n) = match parts(text)[..] {
        [m, n, ..] if text.ends_with(')') => (m, n),
        _ => argument::names(text).next_back()?.strip_prefix('M')?.split_once("_N")?,
    };
    let [m, n] = [m, n].map(|extent| number(extent, variables).unwrap_or(0));
    Some((m, n))
}

/// The bits: types and extents by their codes, and the fields that were set beside them.
fn encoded(said: &Said, choice: &PasteChoice) -> Result<InstructionDescriptor, String> {
    let (a, b) = (said.a.unwrap_or(Element::F16), said.b.or(said.a).unwrap_or(Element::F16));
    let is_e4m3 = said.fields.contains(&(Id::ScaleType, 0));
    let kind = choice.kind.unwrap_or(match (said.is_scaled, a, b) {
        (true, Element::E2m1Packed, Element::E2m1Packed) if is_e4m3 => Kind::Mxf4nvf4,
        (true, Element::E2m1Packed, Element::E2m1Packed) => Kind::Mxf4,
        (true, ..) => Kind::Mxf8f6f4,
        (false, Element::E2m1Packed, _) | (false, _, Element::E2m1Packed) => Kind::F8f6f4,
        (false, ..) => Kind::of_element(a).next().unwrap_or(Kind::F16),
    });
    // Beside bytes the same type is padded to them.
    let of_kind = |element: Element| match element {
        Element::E2m1Packed if !kind.elements().contains(&element) => Element::E2m1,
        element => element,
    };
    let first = kind.accumulators()[0];
    let d = said.d.unwrap_or(if said.is_scaled || said.a.is_some() { first } else { Accumulator::F16 });
    let fields = InstructionFields {
        a: of_kind(a),
        b: of_kind(b),
        d,
        m: said.m,
        n: said.n,
        a_major: said.major[0].unwrap_or(Major::K),
        b_major: said.major[1].unwrap_or(Major::K),
        sparsity: Sparsity::Dense,
        is_k_96: false,
    };
    let idesc = InstructionDescriptor::encode(kind, fields)
        .map_err(|why| format!("{why} of {}", value_of(why.field, &fields)))?;
    let all = said.fields.iter();
    Ok(all.fold(idesc, |idesc, (id, value)| idesc.with(*id, *value)))
}

/// The value of a field that a kind has no code for.
fn value_of(id: Id, fields: &InstructionFields) -> String {
    match id {
        Id::A => fields.a.name().into(),
        Id::B => fields.b.name().into(),
        Id::D => fields.d.name().into(),
        Id::M => fields.m.to_string(),
        Id::N => fields.n.to_string(),
        _ => "this value".into(),
    }
}
