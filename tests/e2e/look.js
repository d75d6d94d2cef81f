// The body of a function: what the page shows, as plain data for look.rs.

const all = (selector) => [...document.querySelectorAll(selector)];
const text = (selector) => document.querySelector(selector)?.textContent ?? null;

// A view: which cells are drawn, where they lie in the window, and what is on them.
function view(name) {
  const section = document.querySelector(`.view[aria-label="${name}"]`);
  const canvas = section?.querySelector('canvas');
  if (!canvas) return null;
  const scroller = section.querySelector('.grid-scroller');
  const frame = scroller.getBoundingClientRect();
  const clip = section.querySelector('.grid-clip').getBoundingClientRect();
  const box = canvas.getBoundingClientRect();
  const pitch = [box.width / canvas.width, box.height / canvas.height];
  // The clipped layers begin two pixels before the cells, for the outer border.
  const edge = [clip.left + 2 - frame.left, clip.top + 2 - frame.top];
  const scroll = [scroller.scrollLeft, scroller.scrollTop];
  const first = [
    (box.left - frame.left - edge[0] + scroll[0]) / pitch[0],
    (box.top - frame.top - edge[1] + scroll[1]) / pitch[1],
  ].map(Math.round);
  // Of its own; on a phone it has more room below while a sheet is open.
  const sizer = section.querySelector('.grid-sizer').style;
  const cell = (mark) => {
    const place = section.querySelector(mark)?.getBoundingClientRect();
    return place && [
      first[0] + Math.floor(((place.left + place.right) / 2 - box.left) / pitch[0]),
      first[1] + Math.floor(((place.top + place.bottom) / 2 - box.top) / pitch[1]),
    ];
  };
  const context = canvas.getContext('2d');
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const colours = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.slice(at, at + 4);
    colours.push(alpha === 0 ? null : [red, green, blue]);
  }
  const outline = new Path2D(section.querySelector('.grid-reads').getAttribute('d'));
  const missing = new Path2D(section.querySelector('.grid-missing').getAttribute('d'));
  const right = new Path2D(section.querySelector('.grid-right').getAttribute('d'));
  const isIn = (path, cell) => {
    const [row, column] = [Math.floor(cell / canvas.width), cell % canvas.width];
    return context.isPointInPath(path, (column + 0.5) * pitch[0], (row + 0.5) * pitch[1]);
  };
  return {
    size: [(parseFloat(sizer.width) - edge[0]) / pitch[0], (parseFloat(sizer.height) - edge[1]) / pitch[1]].map(Math.floor),
    first,
    drawn: [canvas.width, canvas.height],
    pitch,
    corner: [box.left, box.top],
    scroll,
    room: [scroller.clientWidth - edge[0], scroller.clientHeight - edge[1]],
    numbers: [...section.querySelectorAll('.grid-numbers')].filter((block) => !block.closest('.grid-travel')).map((block) => [block.className, block.textContent]),
    strips: section.querySelector('.grid-gaps').getAttribute('d').split('M').length,
    colours,
    corners: (section.querySelector('.grid-wrong').getAttribute('d').match(/M/g) ?? []).length,
    right: colours.map((_, cell) => isIn(right, cell)),
    missing: colours.map((_, cell) => isIn(missing, cell)),
    outlined: colours.map((_, cell) => isIn(outline, cell)),
    hovered: cell('.grid-hovered') ?? null,
    pinned: cell('.grid-pinned') ?? null,
  };
}

const finding = (item) => {
  const severity = item.querySelector('.finding-severity').textContent;
  return [
    severity,
    item.querySelector('h3').textContent.slice(severity.length),
    item.querySelector('p').textContent,
    item.querySelector('.finding-repair')?.textContent ?? null,
  ];
};

return {
  heading: text('h1'),
  descriptor: document.querySelector('input.descriptor-hex')?.value ?? text('.descriptor-none'),
  bits: all('.bits .bit').map((bit) => bit.textContent).join(''),
  step: text('.descriptor-step'),
  layout: text('.layout-form code'),
  verdict: document.querySelector('.verdict-text')?.firstChild.textContent ?? null,
  steps: all('.walk .step').map(({ children: [, number, start, ...descriptor] }) =>
    [number.textContent, start.textContent, descriptor.map((part) => part.textContent.trim()).join('')]),
  findings: all('.finding').map(finding),
  isDark: document.documentElement.dataset.theme === 'dark',
  isSafe: all('.swatches[aria-pressed="true"]').length === 1,
  matrix: view('Matrix'),
  memory: view('Shared memory'),
};
