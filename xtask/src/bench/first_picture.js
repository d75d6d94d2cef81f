// Put into a page before it loads: notes when the frame was painted in which both views have their colours, be it as the
// document brings them for a fresh page, and when the one in which the page itself has drawn them, with their numbers.
(() => {
  const noted = {};
  const asked = new Set();
  const note = (name, isSo) => {
    if (!isSo || asked.has(name)) return;
    asked.add(name);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      noted[name] = performance.now();
      if ('drawn' in noted) window.firstPicture = noted;
    };
    channel.port2.postMessage(0);
  };
  const count = (views, isSeen) => [...document.querySelectorAll(views)].filter(isSeen).length;
  const look = () => {
    const isPainted = (canvas) => canvas.width * canvas.height !== 300 * 150;
    const isDrawn = count(':is(.cell-view, .images) canvas', isPainted) >= 2 || count('.grid-numbers', (view) => view.textContent.trim()) >= 2;
    note('seen', isDrawn || count('.images .image', (view) => view.checkVisibility()) >= 2);
    note('drawn', isDrawn);
    if (!isDrawn) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
