// Starts the page. It stands in the document together with the bindings, so that the wasm file is the only one that the start
// waits for. `WASM`, `KEEPER` and `IS_KEPT` are named by the build, which says with `load` how a file is had; `bind` has the
// bindings, and returns what starts them.

const root = document.documentElement;
const stands = () => document.readyState !== 'loading' || new Promise((next) => addEventListener('DOMContentLoaded', next));
// A tab that is not seen has no frames.
const painted = () => new Promise((next) => {
  requestAnimationFrame(() => setTimeout(next));
  setTimeout(next, 200);
});

// The part that has the page of the address: its files are asked for at once, beside the start's.
const PARTS_OF = {
  learn: 'learn', glossary: 'learn', compare: 'pages', build: 'build', support: 'build', kernel: 'kernel', memory: 'memory',
  'tensor-memory': 'tensor', scale: 'tensor', journey: 'learn', figures: 'learn', why: 'why',
};
const PAGE = root.dataset.page === 'other' ? PARTS_OF[location.hash.split(/[/?]/)[1]] ?? 'check' : '';

async function start() {
  // The picture that the document brings is not kept waiting.
  if (!root.dataset.page) {
    await stands();
    await painted();
  }
  const init = bind();
  // Compiled while the rest of the document is read. A host may not know the type of WebAssembly, which this form insists
  // on: the bindings bear that.
  const compiled = WebAssembly.compileStreaming?.(load(WASM)).catch(() => load(WASM));
  await stands();
  const module = (await compiled) ?? load(WASM);
  await init({ module_or_path: module });
}

const started = start();
started.catch((fault) => {
  // For the script that watches the start, should it come later than this.
  root.dataset.startFault = String(fault);
  throw fault;
});
// Some time after the start, which it would slow down: it asks for every file. There may be no workers, or none allowed: the
// page does without.
const keep = () => navigator.serviceWorker?.register(new URL(KEEPER, document.baseURI)).catch(() => {});
if (IS_KEPT) started.then(() => setTimeout(keep, 1000), () => {});
