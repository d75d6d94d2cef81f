#!/usr/bin/env bash
# Multiplies with generated code on a Hopper GPU, and writes the results.
#
#   tests/hopper/run.sh             generates, compiles, runs; results in tests/data/hopper_multiply.csv
#   tests/hopper/run.sh generate    only generates, into target/hopper: no GPU and no CUDA needed
#   tests/hopper/run.sh run [FILE]  only compiles and runs what lies in target/hopper: no cargo needed
#
# The same with FORM=cute does it with the CuTe form, CUTLASS naming the include folder of CUTLASS 4; results in
# tests/data/hopper_cute.csv. FORM=tma loads the tiles by TMA; results in tests/data/hopper_tma.csv.
#
# Needs nvcc 12 or later (NVCC names another one) and an H100 or H200; python3 and cargo to generate.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
form=${FORM:-multiply}
folder=target/hopper/$form
what=${1:-all}
results=${2:-tests/data/hopper_$form.csv}

if [ "$what" != run ]; then
    rm -rf "$folder"
    built=${CARGO_TARGET_DIR:-target}
    cargo build --quiet -p swizzle-core --features cli
    python3 "tests/hopper/$form.py" "$built/debug/swizzle" "$folder"
fi
if [ "$what" != generate ]; then
    include=(${CUTLASS:+-I "$CUTLASS" --expt-relaxed-constexpr})
    "${NVCC:-nvcc}" -O1 -std=c++17 "${include[@]}" -gencode=arch=compute_90a,code=sm_90a -o "$folder/$form" "$folder/$form.cu"
    # Results are kept even where some are wrong: each row says so itself.
    status=0
    "$folder/$form" > "$folder/results.csv" || status=$?
    cp "$folder/results.csv" "$results"
    grep -c '^[0-9]' "$results" | sed "s|\$| cases in $results|"
    exit "$status"
fi
