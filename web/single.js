// Unpacks a page that is one file, and starts it. The build puts `TEXTS` before it, the lengths of the style sheet, the body and
// the script, which are packed before the parts, and `unpacker`, the bindings of crates/swizzle-unpack.

let unpacked;
// Seven bits a letter. The values that a document does not keep as they are share a letter with the next one.
const SHARED = [, 0, 13, 60];
const held = (id) => {
  const { textContent, dataset } = document.getElementById(id);
  const bytes = new Uint8Array(dataset.bytes);
  let [at, bits, count] = [0, 0, 0];
  const put = (seven) => {
    bits = (bits << 7) | seven;
    count += 7;
    if (count < 8) return;
    count -= 8;
    bytes[at++] = bits >> count;
  };
  for (let from = 0; from < textContent.length; from++) {
    const letter = textContent.charCodeAt(from);
    if (letter > 127) put(SHARED[letter >> 7]);
    put(letter & 127);
  }
  return bytes;
};
const append = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  document.head.append(element);
};
const opened = async () => {
  if (document.readyState === 'loading') await new Promise((next) => addEventListener('DOMContentLoaded', next));
  const stream = new Blob([held('unpacker')]).stream().pipeThrough(new DecompressionStream('deflate'));
  await unpacker({ module_or_path: await new Response(stream).arrayBuffer() });
  unpacked = unpacker.unpack(held('packed'));
  let from = 0;
  const [sheet, body, script] = TEXTS.map((length) => new TextDecoder().decode(unpacked.subarray(from, (from += length))));
  append('style', sheet);
  document.body.innerHTML = body;
  append('script', script);
};
opened().catch((fault) => {
  document.body.textContent = 'Swizzle Atlas could not start. It needs a browser of 2023 or later, with WebAssembly.';
  throw fault;
});
