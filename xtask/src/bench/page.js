// Measures the page from inside. All times are milliseconds of performance.now().
//
// What the main thread does cannot be read off a script's own clock: style, layout and paint come after the last
// callback, and raster of a canvas before the next. So a chain of messages goes round all the time: each message comes
// as soon as the thread is free, and the time between two of them beyond what a message itself takes was work.
window.bench = (() => {
  // Longest gap between two messages of a free thread, above the clock's own step of 0.1.
  const FREE = 0.25;
  const PATIENCE = 60; // frames
  const FRAME = 1000 / 60;

  const chain = new MessageChannel();
  let running = false;
  let last = 0;
  let busy = 0;
  const note = () => {
    const now = performance.now();
    if (now - last > FREE) busy += now - last;
    last = now;
    return now;
  };
  chain.port1.onmessage = () => {
    note();
    if (running) chain.port2.postMessage(0);
  };
  const start = () => {
    if (!running) {
      running = true;
      chain.port2.postMessage(0);
    }
    busy = 0;
    last = performance.now();
    return last;
  };

  const soon = (work) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = work;
    channel.port2.postMessage(0);
  };
  const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

  const words = () => (document.querySelector("main") ?? document.body).textContent;
  const marks = () => [...document.querySelectorAll(".cell-view svg")].map((view) => view.innerHTML).join();

  // Waits until nothing is left of the edit before: the address follows after a quarter of a second, cells travel.
  const rest = () => sleep(450);

  // Frames begin in a steady beat, during a rest as well, and when the next one begins is most of what an edit's second
  // frame takes. So edits come in chosen phases of that beat: chance would move a median of fifty by a tenth.
  const beat = new Promise((resolve) => requestAnimationFrame(resolve));
  const waitFor = async (phase) => {
    const ahead = ((await beat) + phase * FRAME - performance.now()) % FRAME;
    await sleep(ahead < 0 ? ahead + FRAME : ahead);
  };

  // Makes an edit in this phase of a frame, from 0 to 1, and waits until the frame after the one that shows it.
  const edit = async ({ control, text, phase }) => {
    const element = document.querySelector(control);
    if (!element) throw new Error(`there is no control ${control}`);
    await waitFor(phase);
    const before = words();
    return new Promise((resolve, reject) => soon(() => {
      const began = start();
      let frames = 0;
      const frame = () => {
        if (words() === before) {
          frames += 1;
          if (frames < PATIENCE) return requestAnimationFrame(frame);
          running = false;
          return reject(new Error(`nothing changed after ${control} ${text}`));
        }
        soon(() => {
          const shown = note() - began;
          const spent = busy;
          // Another page's picture may be raster work that the frame after it waits for.
          requestAnimationFrame(() => soon(() => {
            const second = note() - began;
            running = false;
            resolve({ busy: spent, frames, shown, second });
          }));
        });
      };
      requestAnimationFrame(frame);
      if (element.matches("button")) {
        element.click();
      } else if (element.matches("select")) {
        element.selectedIndex = [...element.options].findIndex((option) => option.text.startsWith(text));
        element.dispatchEvent(new Event("change", { bubbles: true }));
      } else {
        element.value = text;
        element.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    }));
  };

  // Pointer moves come from outside, as real ones; each is measured from the first listener to the painted frame.
  let moves = [];
  const watchMoves = () => {
    moves = [];
    start();
    let before = marks();
    window.addEventListener("pointermove", () => {
      const began = start();
      requestAnimationFrame(() => soon(() => {
        const shown = note() - began;
        const spent = busy;
        const after = marks();
        moves.push({ busy: spent, shown, moved: after !== before });
        before = after;
        last = performance.now();
      }));
    }, { capture: true });
  };
  const takeMoves = () => {
    running = false;
    return moves;
  };

  // What of a view's cells is on the screen.
  const area = () => {
    const cells = document.querySelector(".cell-touch").getBoundingClientRect();
    return {
      left: cells.left,
      top: cells.top,
      width: Math.min(cells.right, innerWidth) - cells.left,
      height: Math.min(cells.bottom, innerHeight) - cells.top,
    };
  };

  // How far things moved by themselves, since this was asked last: what follows an input is what the reader asked for.
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const takeShift = () => {
    const moved = shift;
    shift = 0;
    return moved;
  };

  return { rest, edit, watchMoves, takeMoves, area, takeShift };
})();
