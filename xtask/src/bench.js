// Measures the page from inside; put into it before it loads. All times are milliseconds of performance.now().
//
// What the main thread does cannot be read off a script's own clock: style, layout and paint come after the last callback, and
// raster of a canvas before the next. So a chain of messages goes round all the time: each comes as soon as the thread is free,
// and the time between two of them beyond what a message itself takes was work.
window.bench = (() => {
  // Longest gap between two messages of a free thread, above the clock's own step of 0.1.
  const FREE = 0.25;
  const bench = { drawn: 0, shift: 0 };
  const chain = new MessageChannel();
  let running = false;
  let last = 0;
  let busy = 0;
  const note = () => {
    const now = performance.now();
    if (now - last > FREE) busy += now - last;
    return (last = now);
  };
  chain.port1.onmessage = () => {
    note();
    if (running) chain.port2.postMessage(0);
  };
  const start = () => {
    if (!running) chain.port2.postMessage(0);
    running = true;
    busy = 0;
    return (last = performance.now());
  };
  const soon = (work) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = work;
    channel.port2.postMessage(0);
  };
  const frame = (work) => requestAnimationFrame(work);

  // When anything was painted first, and when the page itself has drawn both views with their numbers.
  bench.seen = () => performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const look = () => {
    const count = (views, isDrawn) => [...document.querySelectorAll(views)].filter(isDrawn).length;
    const canvases = count(':is(.cell-view, .images) canvas', (one) => one.width * one.height !== 300 * 150);
    if (canvases >= 2) soon(() => (bench.drawn = performance.now()));
    else frame(look);
  };
  frame(look);

  // Waits until nothing is left of the edit before: the address follows after a quarter of a second, cells travel.
  bench.rest = () => new Promise((resolve) => setTimeout(resolve, 450 + 17 * Math.random()));

  // Makes an edit, and waits for the frame that shows it.
  bench.edit = (control, text) => new Promise((resolve, reject) => {
    const element = document.querySelector(control);
    const words = () => document.querySelector('main').textContent;
    const before = words();
    const began = start();
    const patience = setTimeout(() => reject(`nothing changed after ${control} ${text}`), 2000);
    frame(function seen() {
      if (words() === before) return frame(seen);
      clearTimeout(patience);
      soon(() => {
        running = false;
        resolve({ shown: note() - began, busy });
      });
    });
    if (element.matches('button')) return element.click();
    if (element.matches('select')) element.selectedIndex = [...element.options].findIndex((option) => option.text.startsWith(text));
    else element.value = text;
    element.dispatchEvent(element.matches('select') ? new Event('change', { bubbles: true }) : new InputEvent('input', { bubbles: true }));
  });

  // Pointer moves come from outside, as real ones; each is measured from the first listener to the painted frame. Returns what of
  // the first view's cells is on the screen.
  const moves = [];
  bench.watchMoves = () => {
    const marks = () => [...document.querySelectorAll('.cell-view svg')].map((view) => view.innerHTML).join();
    let before = marks();
    addEventListener('pointermove', () => {
      start();
      frame(() => soon(() => {
        note();
        const after = marks();
        moves.push({ busy, moved: after !== before });
        before = after;
      }));
    }, { capture: true });
    const cells = document.querySelector('.cell-touch').getBoundingClientRect();
    return [cells.left, cells.top, Math.min(cells.right, innerWidth) - cells.left, Math.min(cells.bottom, innerHeight) - cells.top];
  };
  bench.takeMoves = () => {
    running = false;
    return moves;
  };

  // How far things moved by themselves: what follows an input is what the reader asked for.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) bench.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  return bench;
})();
