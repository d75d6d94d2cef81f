// The parts of a page that is one file, in what single.js has unpacked: after the texts come the data of all, then the heads of
// all, then the code of all, since like is packed smaller with like. `PARTS` has each one's name and the lengths of its head, its
// code and its data.

const load = async (name) => {
  const pieces = [];
  let from = TEXTS.reduce((sum, length) => sum + length);
  for (const kind of [3, 1, 2]) {
    for (const part of PARTS) {
      if (part[0] === name) pieces[kind - 1] = unpacked.subarray(from, from + part[kind]);
      from += part[kind];
    }
  }
  if (!pieces.length) throw new Error(`the file has no part ${name}`);
  return new Response(new Blob(pieces, { type: 'application/wasm' }));
};
