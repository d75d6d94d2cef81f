use super::*;

/// A tree as a text with all its brackets.
fn shown(node: &Node<'_>) -> String {
    let rows = |rows: &[Row<'_>]| -> String {
        let row = |row: &Row<'_>| row.items.iter().map(shown).collect::<Vec<_>>().join(" ");
        rows.iter().map(row).collect::<Vec<_>>().join(", ")
    };
    let of = |sign: &str| node.of.iter().map(shown).collect::<Vec<_>>().join(sign);
    match node.kind {
        Part::Number(number) => number.to_string(),
        Part::Name | Part::Stray => node.text.into(),
        Part::Member(name) => format!("{}.{name}", of("")),
        Part::Call(open) => format!("{}{open}{}", of(""), rows(&node.rows)),
        Part::Group(open) => format!("{open}{}", rows(&node.rows)),
        Part::Cast(name) => format!("<{name}>{}", of("")),
        Part::Operator(sign) if node.of.len() == 1 => format!("[{sign}{}]", of("")),
        Part::Operator(sign) | Part::Assign(sign) => format!("[{}]", of(&format!(" {sign} "))),
    }
}

#[test]
fn trees_of_several_languages() {
    for (text, wanted) in [
        ("d |= (uint64_t)1 << 46;", "[d |= [<uint64_t>1 << 46]]"),
        ("static_cast<uint8_t>(x) >> 4", "[static_cast<uint8_t(x >> 4]"),
        ("a<b<1>>(c) | 1 | 2", "[a<b<1(c | 1 | 2]"),
        ("sbo: 64", "[sbo : 64]"),
        ("for (int k = 0; k < 4; ++k) { f(d); d += 2; }", "for(int [k = 0], [k < 4], [+[+k]] {f(d, [d += 2]"),
        ("for(;k<4;k+=1){f(k);}", "for([k < 4], [k += 1] {f(k"),
        ("for k in range(4): d += 2", "for k in range(4 {[d += 2]"),
        ("[d + 2*k for k in 0..4]", "[[d + [2 * k]] for k in [0 .. 4]"),
        ("x ? 1 : 2 | 3", "[x ? 1 ? [2 | 3]]"),
        ("dims.as_ptr() as u64", "<u64>dims.as_ptr("),
        ("f::<8>(p)->lo", "f<8(p.lo"),
        ("let d: u64 = if a { 1 } else { 2 }", "let [d : [u64 = if]] a {1 else {2"),
        ("#nvmma<{a = 1, b = false}>", "[#nvmma<{[a = 1], [b = false]]"),
        ("asm(\"a, b\" : \"l\"(d))", "asm([\"a, b\" : \"l\"] (d"),
        ("((x)) << ~~~1", "[(x << [~1]]"),
    ] {
        let rows = tree(text);
        let found: Vec<String> = rows[0].items.iter().map(shown).collect();
        assert_eq!(found.join(" "), wanted, "{text}");
    }
}

#[test]
fn lines_go_on_behind_signs_and_in_brackets() {
    for (text, count) in [
        ("a = 1\nb = 2", 2),
        ("a = 1 |\n2", 1),
        ("a = (1,\n2)\nb", 2),
        ("a\n| b", 1),
        ("if a:\n  b\n  c\nd", 2),
    ] {
        assert_eq!(tree(text).len(), count, "{text}");
    }
}

#[test]
fn nesting_without_end_is_no_fault() {
    for piece in ["(", "f(", "a<", "-", "a=", "1|", "1|1+", "for (", "x ? ", "[{", "if a:\n", "\""] {
        let text = piece.repeat(20_000);
        let _ = nodes(&tree(&text));
    }
}

#[test]
fn operators_bind_as_in_c() {
    for (text, wanted) in [
        ("1 | 6 ^ 3 & 5 << 1", Ok(5)),
        ("8 - 3 - 2", Ok(3)),
        ("-x + 20", Ok(1)),
        ("~0 + 1", Ok(0)),
        ("- - ~x", Ok(-20)),
        ("x / 8 * 8 % 5", Ok(1)),
        ("x // 8", Ok(2)),
        ("max(1, (2), max(x, 3) + 1) + max()", Ok(20)),
        ("(x)", Ok(19)),
        ("1 << 4u", Ok(16)),
        ("f(1)", Err("unknown f")),
        ("1 / (x - 19)", Err("is divided by 0")),
        ("1 % 0", Err("is taken modulo 0")),
        ("1 << 40", Err("overflows")),
        ("9223372036854775807 + 1", Err("overflows")),
    ] {
        let value =
            tree(text)[0].items[0].evaluate(|node, arguments| match node.of.first().unwrap_or(node).text {
                "x" => Ok(19),
                "max" => Ok(*arguments.iter().max().unwrap_or(&0)),
                name => Err(format!("unknown {name}")),
            });
        assert_eq!(value, wanted.map_err(String::from), "{text}");
    }
}
