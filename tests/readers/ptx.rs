//! A kernel's PTX.

use swizzle_lints::kernel::judge;
use swizzle_ptx::door::texts_in_cubin;
use swizzle_ptx::explained::explained;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;

use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target { corpus, tokens, check };

fn corpus() -> Vec<Vec<u8>> {
    let texts = [
        ".target sm_90a\n.extern .shared .align 16 .b8 s[];\n.visible .entry k(.param .u32 p)\n{\n.reg .b64 %rd<9>;\nmov.u32 %r1, s;\nand.b32 %r2, %r1, 262128;\nshr.u32 %r3, %r2, 4;\ncvt.u64.u32 %rd1, %r3;\nor.b64 %rd2, %rd1, 4611686293305360384;\nmov.u64 %rd3, %rd2;\n$L:\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1,%f2,%f3,%f4}, %rd3, %rd2, 1, 1, 1, 0, 0;\nadd.s64 %rd3, %rd3, 2;\n@%p1 bra $L;\nret;\n}",
        ".target sm_100a\n.func (.param .b64 r) f(.param .b32 a) { ld.param.u32 %r1, [a]; bfe.u32 %r2, %r1, 4, 14; cvt.u64.u32 %rd1, %r2; st.param.b64 [r], %rd1; ret; }\n.visible .entry k()\n{ .local .align 8 .b8 d[16]; { .param .b32 x; st.param.b32 [x], %r7; .param .b64 y; call (y), f, (x); ld.param.b64 %rd2, [y]; }\nst.local.b64 [d+8], %rd2; ld.local.b64 %rd3, [d+8]; selp.b64 %rd4, %rd3, 4611756662049538048, %p1;\n@%p2 tcgen05.mma.cta_group::1.kind::f16 [ %r9 + 0 ], %rd4, %rd3, 136314896, %p1;\n tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3]; }",
    ];
    let mut corpus: Vec<Vec<u8>> = texts.map(|text| text.as_bytes().to_vec()).into();
    corpus.push(cubin());
    corpus
}

/// A cubin of one line of PTX, with both line tables.
fn cubin() -> Vec<u8> {
    let table: &[u8] =
        b"\x39\0\0\0\x02\0\x18\0\0\0\x01\x01\xfb\x0e\x0a\0\x01\x01\x01\x01\0\0\0\x01\0a.cu\0\0\0\0\0\
        \0\x09\x02\0\0\0\0\0\0\0\0\x03\x01\x01\0\x02\x90\x01\x03\x01\x01\x02\x10\xf0\0\x01\x01";
    let sections: [(&str, &[u8]); 4] = [
        (".shstrtab", b""),
        (".debug_line", table),
        (".nv_debug_line_sass", table),
        (".nv_debug_ptx_txt", b"{\0\0mov.b32 %r1, 1;\0}"),
    ];
    let names: Vec<u8> = sections.iter().flat_map(|(name, _)| name.bytes().chain([0])).collect();
    let (mut file, mut entries, mut name) = (vec![0; 64], Vec::new(), 0u32);
    for (of, bytes) in sections {
        let bytes = if bytes.is_empty() { &names } else { bytes };
        let mut entry = [0; 64];
        entry[..4].copy_from_slice(&name.to_le_bytes());
        entry[0x18..0x20].copy_from_slice(&(file.len() as u64).to_le_bytes());
        entry[0x20..0x28].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
        file.extend_from_slice(bytes);
        entries.extend(entry);
        name += of.len() as u32 + 1;
    }
    file[..4].copy_from_slice(b"\x7fELF");
    let table = (file.len() as u64).to_le_bytes();
    file[0x28..0x30].copy_from_slice(&table);
    file[0x3a..0x40].copy_from_slice(&[64, 0, sections.len() as u8, 0, 0, 0]);
    file.extend(entries);
    let text = "{\0.loc 1 3, inlined_at 1 2\0mov.b32 %r1, 1;\0}\0.file 1 \"a.cu\"\0";
    assert_eq!(texts_in_cubin(&file), [text], "the tables are not read");
    file
}

fn tokens() -> Vec<Vec<u8>> {
    let tokens = [
        "{",
        "}",
        ";",
        "//",
        "/*",
        "*/",
        "\"",
        "\0",
        "\n",
        ":",
        "::",
        "@%p1 ",
        "%rd2",
        "%r1",
        "[",
        "]",
        "+",
        ",",
        "|",
        "_",
        "mov.b64 %rd2, {%r1, %r2};",
        "mov.b64 {%r1, %r2}, %rd2;",
        "prmt.b32 %r1, %r2, %r3, 0x5410;",
        "lop3.b32 %r1, %r2, %r3, %r1, 0xf8;",
        "shl.b64 %rd2, %rd2, 99;",
        "shr.s32 %r1, %r1, 200;",
        "bfi.b64 %rd1, %rd2, %rd3, 70, 99;",
        "mad.wide.s32 %rd1, %r1, -7, %rd1;",
        "div.u32 %r1, %r2, 0;",
        "rem.u32 %r1, %r2, 0;",
        "bra $L;",
        "ret;",
        ".reg .b64 a, b;",
        "xor.b32 %r1, %r1, -1;",
        "cvt.s64.s32 %rd1, %r1;",
        "shfl.sync.idx.b32 %r1|%p1, %r1, 0, 31, -1;",
        "99999999999999999999",
        "-9223372036854775808",
        ".sp",
        ".ws",
        "m64n256k256",
        "kind::mxf4nvf4",
        "\u{e9}",
        ".shared .align 0 .b64 q[1];",
        ".loc 1 2 3, inlined_at 1 2 3\n",
        "brx.idx %r1, T;",
        "T: .branchtargets $L, $L;",
    ];
    tokens.map(|token| token.as_bytes().to_vec()).into()
}

fn check(input: &[u8]) -> Result<(), Fault> {
    ensure!(
        texts_in_cubin(input).iter().all(|text| text.len() <= 64 * input.len()),
        "a text beyond its file"
    );
    let text = String::from_utf8_lossy(input);
    let lines = text.split(['\n', '\0']).count() as u32;
    let module = Module::read(&text);
    for kernel in kernels(&module) {
        let report = judge(&kernel);
        ensure!(report.operands.len() == kernel.mmas.len(), "an instruction without a report");
        for finding in &report.findings {
            ensure!((1..=lines).contains(&finding.line), "line {} of {lines}", finding.line);
        }
        for mma in &kernel.mmas {
            let _ = explained(&module, mma.line);
        }
    }
    Ok(())
}
