// Measures the page from inside; put into it before it loads. All times are milliseconds of performance.now().
//
// What the main thread does cannot be read off a script's own clock: style, layout and paint come after the last callback, and
// raster of a canvas before the next. So a chain of messages goes round all the time: each comes as soon as the thread is free,
// and the time between two of them beyond what a message itself takes was work.
window.bench = (() => {
  const bench = { moves: [], shift: 0 };
  const chain = new MessageChannel();
  let running = false, last = 0, busy = 0;
  const note = (now = performance.now()) => {
    // Longest gap between two messages of a free thread, above the clock's own step of 0.1.
    if (now - last > 0.25) busy += now - last;
    return (last = now);
  };
  chain.port1.onmessage = () => note() && running && chain.port2.postMessage(0);
  const start = () => {
    if (!running) chain.port2.postMessage(0);
    running = true;
    busy = 0;
    return (last = performance.now());
  };
  const frame = () => new Promise(requestAnimationFrame);
  const painted = () => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(0);
  });

  // When the frame was painted in which both views have their colours, be it as the document brings them, and when the one in which
  // the page itself has drawn them, with their numbers.
  (async () => {
    const areTwo = (views, is) => [...document.querySelectorAll(views)].filter(is).length >= 2;
    while (!bench.drawn) {
      await frame();
      const isDrawn = areTwo(':is(.cell-view, .images) canvas', (one) => one.width * one.height !== 300 * 150);
      const isSeen = isDrawn || areTwo('.images .image', (one) => one.checkVisibility());
      const now = await painted();
      if (isSeen) bench.seen ??= now;
      if (isDrawn) bench.drawn = now;
    }
  })();

  // Makes an edit in this phase of a frame, from 0 to 1, and waits for the frame that shows it and for the one after.
  bench.edit = async (control, text, phase) => {
    await frame();
    await new Promise((resolve) => setTimeout(resolve, phase * 1000 / 60));
    const element = document.querySelector(control);
    const words = () => document.querySelector('main').textContent;
    const [before, began] = [words(), start()];
    const next = frame();
    if (element.matches('button')) element.click();
    else {
      const option = [...(element.options ?? [])].find((option) => option.text.startsWith(text));
      element.value = option?.value ?? text;
      element.dispatchEvent(new InputEvent(option ? 'change' : 'input', { bubbles: true }));
    }
    for (await next; words() === before; await frame()) {
      if (performance.now() - began > 2000) throw `nothing changed after ${control} ${text}`;
    }
    await painted();
    const times = { shown: note() - began, busy };
    // Another page's picture may be raster work that the frame after it waits for.
    await frame();
    await painted();
    running = false;
    return { ...times, second: note() - began };
  };

  // Pointer moves come from outside, as real ones; each is measured from the first listener to the painted frame. Returns what of
  // the first view's cells is on the screen.
  bench.watchMoves = () => {
    const marks = () => [...document.querySelectorAll('.cell-view svg')].map((view) => view.innerHTML).join();
    let before = marks();
    addEventListener('pointermove', async () => {
      start();
      await frame();
      await painted();
      note();
      const after = marks();
      bench.moves.push({ busy, moved: after !== before });
      before = after;
    }, { capture: true });
    const cells = document.querySelector('.cell-touch').getBoundingClientRect();
    return [cells.left, cells.top, Math.min(cells.right, innerWidth) - cells.left, Math.min(cells.bottom, innerHeight) - cells.top];
  };

  // How far things moved by themselves: what follows an input is what the reader asked for.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) bench.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  return bench;
})();
