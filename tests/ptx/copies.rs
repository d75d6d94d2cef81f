//! The edit of a copy, a tensor map or a barrier that mends a fault there: it gives the line back.

use swizzle_lens::{Reading, mend_finding};
use swizzle_lints::Severity;

use crate::ptx::pictures::text_of;

#[test]
fn the_edit_of_a_copy_gives_its_line_back() {
    let sm_90 = "triton_tma_bf16_128x128x64_w4_sm90";
    let sm_100 = "triton_tma_bf16_128x128x64_w4_sm100";
    for (file, line, old, new, id) in [
        (sm_90, 126, "0x3;", "0x0;", "box-swizzle"),
        (sm_90, 126, "0x3;", "0x2;", "box-swizzle"),
        (sm_90, 81, " 64;", " 32;", "box-row"),
        (sm_100, 139, "0x3;", "0x1;", "box-swizzle"),
        (sm_100, 520, " 32768;", " 16384;", "expect-bytes"),
        (sm_100, 388, " 32768;", " 65536;", "expect-bytes"),
    ] {
        let text = text_of(file);
        let mut lines: Vec<&str> = text.lines().collect();
        let planted = lines[line - 1].replace(old, new);
        let right = std::mem::replace(&mut lines[line - 1], &planted).trim();
        assert_ne!(right, planted.trim(), "{file}:{line}");
        let reading = Reading::of(file, lines.join("\n").into());
        let view = &reading.kernels[0];
        let mut errors = view.findings.iter().map(|(one, _)| one);
        let error = errors.find(|one| one.severity == Severity::Error && one.id == id);
        let error = error.unwrap_or_else(|| panic!("{file}:{line}: {:?}", view.findings));
        let edit = mend_finding(&reading, 0, error);
        let edit = edit.unwrap_or_else(|| panic!("{file}:{line}: no edit"));
        assert_eq!((edit.line as usize, &*edit.new), (line, right), "{file}");
        assert_eq!(edit.left, 0, "{file}:{line}");
    }
}
