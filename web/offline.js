// The page without a network: the files of one build, kept by the browser.
//
// A new build is a new worker with a cache of its own, and waits until no page of the old build is open. Until then the
// old worker answers from the old cache, so that a page which is running finds the parts that it loads later; from the
// next visit on it is the new build that answers.

// atlas:build

// Another copy of the page on the same host has caches, too.
const PREFIX = `swizzle-atlas ${registration.scope} `;
const CACHE = PREFIX + VERSION;
const DOCUMENT = new URL('./', location).href;
const ADDRESSES = new Set(FILES.map((file) => new URL(file, location).href));

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  // What stands behind `?` and `#` is for the page itself to read.
  const address = url.replace(/[?#].*/, '').replace(/\/index\.html$/, '/');
  // Whatever else the host has below this folder is its own business.
  if (method === 'GET' && (address === DOCUMENT || ADDRESSES.has(address))) {
    event.respondWith(answer(address, event.request));
  }
});

async function keep() {
  // The one name that all builds share: from the host itself, and of this build or not at all.
  const page = await fetch(DOCUMENT, { cache: 'reload', redirect: 'error' });
  if (!(await page.clone().text()).includes(VERSION)) {
    throw new Error('the host has another build by now');
  }
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await cache.put(DOCUMENT, page);
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page of the first visit began without a worker.
  await clients.claim();
}

async function answer(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}
