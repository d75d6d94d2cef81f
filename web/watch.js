// Says why the page does not start. It is no part of the start: it must work where that does not come.

const PATIENCE = 12000;
const root = document.documentElement;
const isWaiting = () => !document.body || document.querySelector('.start');

// A file that the host has not, which this script may have come too late to hear of.
const isLacking = () => performance.getEntriesByType('resource').some((file) => file.responseStatus >= 400);

// What keeps the page from starting, for the style sheet to show.
async function why(unless) {
  if (typeof WebAssembly !== 'object') return 'browser';
  if (location.protocol === 'file:') return 'file';
  try {
    // Past the worker, which answers without a network, too.
    await fetch('./', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(2000) });
    return isLacking() ? 'host' : unless;
  } catch {
    return 'network';
  }
}

async function say(unless) {
  if (!isWaiting() || root.dataset.start === 'host') return;
  const cause = await why(unless);
  if (isWaiting()) root.dataset.start = cause;
}

addEventListener('error', () => say('host'), true);
addEventListener('unhandledrejection', () => say('host'));
addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('.start-again')) location.reload();
});
setTimeout(() => say('slow'), PATIENCE - performance.now());
addEventListener('load', () => isLacking() && say('host'));
if (root.dataset.startFault || isLacking()) say('host');
