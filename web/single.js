// Unpacks a page that is one file, and starts it. The build puts `TEXTS` before it, the lengths of the style sheet, the body and
// the script, which are packed before the parts.

let unpacked;
const unpack = async (id) => {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const append = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  document.head.append(element);
  return element;
};
const opened = async () => {
  if (document.readyState === 'loading') await new Promise((next) => addEventListener('DOMContentLoaded', next));
  unpacked = await unpack('packed');
  let from = 0;
  const [sheet, body, script] = TEXTS.map((length) => new TextDecoder().decode(unpacked.subarray(from, (from += length))));
  append('style', sheet);
  document.body.innerHTML = body;
  append('script', script);
};
opened().catch((fault) => {
  document.body.textContent = 'Swizzle Atlas could not start. It needs a browser of 2023 or later.';
  throw fault;
});
