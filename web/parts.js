// The parts of a page that is one file, in what single.js has unpacked: after the texts, one after the other. `PARTS` has each one's
// name and its length.

const load = async (name) => {
  let from = TEXTS.reduce((sum, length) => sum + length);
  for (const [part, length] of PARTS) {
    if (part === name) return new Response(new Blob([unpacked.subarray(from, from + length)], { type: 'application/wasm' }));
    from += length;
  }
  throw new Error(`the file has no part ${name}`);
};
