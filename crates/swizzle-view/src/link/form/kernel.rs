//! The link of a kernel: what is looked at. Its text stays in the browser, and the link has its mark.

use super::*;

contents! {
    /// Contents of the page of a kernel, without the text.
    KernelShown {
        /// The name of the example that is shown; empty without one.
        example: String,
        /// Mark of the text's bytes, by which a browser that holds the text finds it ([`bytes_mark`](crate::link::bytes_mark)).
        bytes: Option<u64>,
        /// Number of the kernel in the text, from 0.
        kernel: usize,
        /// The line of the instruction that is looked at; 0: the first that is wrong.
        line: u32,
        /// Its operand.
        operand: Operand = Operand::A,
        /// The stage of its ring, from 0.
        stage: u32,
        /// The atlas' link of that operand, for browsers that don't have the text.
        read: String,
    }
}

/// Kernels of a text that are counted at the most.
const KERNELS_MAX: usize = 10_000;

impl Form for KernelShown {
    const PATH: &'static str = "#/kernel";
    const TABLE: Table<Self> = &[(
        "",
        rows! {
            "try" = example;
            "bytes" = bytes;
            "kernel" = kernel [KERNELS_MAX];
            "line" = line [0..=u32::MAX] by (|text| text.parse().map_err(|_| "must be the number of a line".into()));
            "operand" = operand;
            "stage" = stage [0..=u32::MAX] by (|text| text.parse().map_err(|_| "must be the number of a stage".into()));
            "read" = read;
        },
    )];
}
