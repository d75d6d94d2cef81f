// The page without a network: the files of one build, kept by the browser.
//
// A new build is a new worker with a cache of its own, and takes over as soon as it has everything: who waits for the
// last page of the old build to be closed may wait for ever. A page of the old build that is running still finds the
// parts that it loads later, since names tell builds apart and the build before is kept, too.

// atlas:build

// Another copy of the page on the same host has caches, too.
const PREFIX = `swizzle-atlas ${registration.scope} `;
const CACHE = PREFIX + VERSION;
const DOCUMENT = new URL('./', location).href;
const IS_OF_A_BUILD = /-[0-9a-f]{16}\.[a-z]+$/;

addEventListener('install', (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  // What stands behind `?` and `#` is for the page itself to read.
  const address = url.replace(/[?#].*/, '').replace(/\/index\.html$/, '/');
  // Whatever else the host has below this folder is its own business.
  if (method === 'GET' && (address === DOCUMENT || IS_OF_A_BUILD.test(address))) {
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
  // In the order in which they were made.
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  // The page of the first visit began without a worker.
  await clients.claim();
}

// Always an answer: who asks for what is not to be had hears so, and not of a fault of the worker.
async function answer(address, request) {
  return (await kept(address)) ?? fetch(request).catch(unreachable);
}

async function kept(address) {
  try {
    const own = await caches.match(address, { cacheName: CACHE });
    return own ?? (await caches.match(address));
  } catch {
    // What was kept cannot be read; the host may still have it.
    return undefined;
  }
}

function unreachable() {
  const headers = { 'Content-Type': 'text/plain' };
  return new Response('The host cannot be reached, and this was not kept.', { status: 503, headers });
}
