// The parts of a page that is one file: compressed in the document, and unpacked by the browser. `PARTS` has their names and
// lengths in their order; `stands` and `started` are those of start.js.

const unpack = async () => {
  await stands();
  const packed = Uint8Array.from(atob(document.getElementById('parts').textContent), (letter) => letter.charCodeAt());
  const whole = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(whole).arrayBuffer());
};
let unpacked;
const load = async (name) => {
  const whole = await (unpacked ??= unpack());
  let from = 0;
  for (const [part, length] of PARTS) {
    if (part === name) {
      return new Response(whole.subarray(from, from + length), { headers: { 'content-type': 'application/wasm' } });
    }
    from += length;
  }
  throw new Error(`the file has no part ${name}`);
};
