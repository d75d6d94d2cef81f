// The body of a function: what is wrong with how the page is drawn, by the law of a name; nothing where all is as it should be.

const [law, text] = arguments;
const box = (one) => one.getBoundingClientRect();
const all = (css) => [...document.querySelectorAll(css)];
const one = (css) => document.querySelector(css);
const isVisible = (css) => one(css)?.checkVisibility() ?? false;
const wider = () => {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  return scrollWidth > clientWidth ? [`it is ${scrollWidth} wide in ${clientWidth}`] : [];
};
// Letters of less than 11 pixels.
const small = (css) => all(css)
  .filter((one) => one.textContent.trim() && !one.closest('sup, sub'))
  .map((one) => [parseFloat(getComputedStyle(one).fontSize) * (one.ownerSVGElement ? one.getScreenCTM().a : 1), one])
  .filter(([size]) => size < 10.95)
  .map(([size, one]) => `${size.toFixed(1)}: ${one.textContent}`);
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;

const laws = {
  'no sideways scroll': wider,
  'letters can be read': () => [...small('main svg text, .journey :is(td, small, p, span)'), ...wider()],

  // The theme is this, the first cell has its colour, and the page is dark or light.
  coloured: () => {
    const canvas = one('.cell-view canvas');
    if (!canvas?.width) return ['no cells'];
    const rgb = (data) => [...data].slice(0, 3).join();
    const probe = document.createElement('canvas').getContext('2d');
    const drawn = (colour) => {
      probe.fillStyle = colour;
      probe.fillRect(0, 0, 1, 1);
      return probe.getImageData(0, 0, 1, 1).data;
    };
    const root = getComputedStyle(document.documentElement);
    const [first, sheet] = [canvas.getContext('2d').getImageData(4, 4, 1, 1).data, drawn(root.getPropertyValue('--cell-0').trim())];
    const page = [document.body, document.documentElement].map(getComputedStyle).find((one) => one.backgroundColor !== 'rgba(0, 0, 0, 0)');
    const light = (colour) => drawn(colour).slice(0, 3).reduce((sum, part) => sum + part);
    const isDark = light(page.backgroundColor) < light(getComputedStyle(document.body).color);
    return [
      rgb(first) !== rgb(sheet) && `the cell is ${rgb(first)}, not ${rgb(sheet)}`,
      document.documentElement.dataset.theme !== text && `the theme is ${document.documentElement.dataset.theme}`,
      isDark !== (text === 'dark') && `the page is ${page.backgroundColor}`,
    ];
  },
  'a pressed step is seen': () => {
    const look = (pressed) => {
      const { outlineStyle, backgroundColor, color, borderColor } = getComputedStyle(one(`.steps [aria-pressed=${pressed}]`));
      return [outlineStyle, backgroundColor, color, borderColor].join(' ');
    };
    return [look(true) === look(false) && look(true)];
  },

  // Both squares are as large, beside each other and whole; no words are cut; bits are under each other.
  alike: () => {
    const wrong = [];
    const seen = (css) => all(css).filter((one) => one.checkVisibility());
    const isPhone = innerWidth < 720;
    const squares = seen('.compare-side canvas').map(box);
    if (squares.length !== (isPhone ? 1 : 2)) return [`${squares.length} squares`];
    const sizes = squares.map(({ width, height }) => [Math.round(width), Math.round(height)]);
    if (new Set(sizes.map(String)).size > 1 || sizes.some(([width, height]) => width !== height)) wrong.push(`squares of ${sizes.join(' and ')}`);
    if (!isPhone && (squares[0].top !== squares[1].top || squares[0].right > squares[1].left)) wrong.push('squares that are not beside each other');
    if (squares.some(({ right }) => right > innerWidth)) wrong.push('columns that are cut');
    wrong.push(...seen('.compare-head code').filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    for (const field of seen('.compare-bits .field-bits > :first-child')) {
      const lefts = [...field.children].map((row) => [...row.children].map((bit) => Math.round(box(bit).left)).join());
      if (lefts.length !== 2 || lefts[0] !== lefts[1]) wrong.push(`${lefts.length} rows of bits at ${lefts.join(' and ')}`);
    }
    return wrong;
  },

  // A phone explains before it asks.
  'text, picture, question': () => {
    const tops = ['.learn-text > p:not(.learn-address)', '.learn-figure', '.learn-ask'].map((css) => box(one(css)).top);
    return tops.map((top, at) => at && tops[at - 1] >= top && tops.join());
  },
  'the question is in view': () => {
    const { top, bottom } = box(one('.learn-ask'));
    return [!(top >= 0 && bottom <= box(one('.learn-steps')).top) && `from ${top} to ${bottom}`];
  },
  // Bars of stops are in the middle and of one height, no control touches the one above, names of axes are whole, and the cells of two views begin
  // beside each other.
  'a stop is in order': () => {
    const wrong = [];
    const middle = (one) => (one.left + one.right) / 2;
    if (Math.abs(middle(box(one('.learn-steps'))) - middle(box(one('.learn-dots')))) > 1) wrong.push('dots');
    for (const dot of all('.learn-dot')) {
      const { width, height } = getComputedStyle(dot, '::before');
      if (height !== '4px' || parseFloat(width) % 1) wrong.push(`a dot of ${width} by ${height}`);
    }
    const controls = one('.learn-controls');
    const above = controls.previousElementSibling;
    if (above && box(controls).top - box(above).bottom < 6) wrong.push('controls');
    const [check, tell] = [one('.learn-ask .is-main'), one('.learn-ask .learn-acts .plain')];
    const isApart = () => box(tell).top - box(check).bottom >= 6 || box(tell).left - box(check).right >= 6;
    if (check && tell && !isApart()) wrong.push('Show answer');
    for (const name of all('.learn-view .ax')) {
      if (name.textContent && box(name).left < box(name.closest('.cell-view')).left) wrong.push(name.textContent);
    }
    const tops = all('.is-two > .learn-view canvas').map((canvas) => box(canvas).top);
    if (tops.length === 2 && tops[0] !== tops[1]) wrong.push(`cells at ${tops}`);
    if (!all('.learn-view:has(canvas), .learn-figure :is(canvas, .plane)').length) wrong.push('no view');
    return wrong;
  },
  // A read has few columns: then the memory beside it, which has eight and longer numbers, has the wider cells it needs.
  'the memory has wide cells': () => {
    const widths = all('.learn-view canvas').map((canvas) => Number(canvas.dataset.cellWidth));
    return [!(widths.length === 2 && widths[1] > 34) && `${widths}`];
  },
  'a phone shows figure and question': () => {
    const views = all('.learn-figure .learn-view canvas');
    const apart = box(one('.learn-ask')).top - box(one('.learn-figure')).bottom;
    return [
      !views.length && 'no view',
      views.some((view) => getComputedStyle(view).visibility === 'hidden') && 'a view that is not seen',
      all('.wires text').some((text) => parseFloat(getComputedStyle(text).fontSize) < 9) && 'letters of wires',
      (apart < 0 || apart > 40) && `the question ${apart} below the figure`,
    ];
  },
  // No two names of wires meet, and one right above a bracket is of that bracket alone.
  'names of wires are apart': () => {
    const names = all('.learn-wires .words').map(box);
    const groups = all('.learn-wires .wires g:has(> .brace)');
    const place = (one) => one.getBBox();
    const over = groups.filter((group) => {
      const { x, width } = place(group.querySelector('.words'));
      const own = group.querySelector('.brace');
      return groups.some((other) => {
        const brace = other.querySelector('.brace');
        return brace !== own && Math.abs(place(brace).y - place(own).y) < 10 && place(brace).x < x + width && x < place(brace).x + place(brace).width;
      });
    });
    return [
      names.length < 3 && 'no names',
      groups.length < 3 && 'no brackets',
      names.some((a, at) => names.slice(at + 1).some((b) => meet(a, b))) && 'names that meet',
      ...over.map((group) => group.textContent),
    ];
  },
  'names are under their dots': () => all('.way a').filter((stop) => {
    const { left, width, top } = box(stop);
    const name = box(stop.querySelector('span'));
    return Math.abs(name.left + name.width / 2 - left - width / 2) > 1 || name.top - top < 12;
  }).map((stop) => stop.textContent),

  // Nothing of the page but its picture is in the frame, and nothing is behind the way to the whole page.
  'a picture alone': () => {
    const more = ['header.bar', '.page-panel', '.sheets', '#why-tma', '.tail'].filter(isVisible);
    const wide = wider();
    scrollTo(0, document.scrollingElement.scrollHeight);
    const isBehind = box(one('main')).bottom > box(one('.embedded-way')).top + 1;
    return [...more, ...wide, isBehind && 'behind the way'];
  },
  // The verdict, the field that is wrong, and 16 rows: the fault among them.
  'the fault is in view': () => {
    const line = box(one('[data-verdict]'));
    const canvas = one('canvas');
    const rows = Math.round(box(canvas).height / canvas.dataset.cellHeight);
    const wrong = one('.embed small .bad')?.textContent;
    return [
      (line.height < 20 || line.top > 12) && `the verdict is ${line.height} high`,
      (rows !== 16 || box(canvas).bottom > innerHeight) && `${rows} rows to ${box(canvas).bottom}`,
      wrong !== 'SBO: 128 B needs 1024' && `the field is ${wrong}`,
      box(one('.embed a')).bottom > innerHeight && `the way is at ${box(one('.embed a')).bottom}`,
      ...wider(),
    ];
  },
  // Nothing but the memory, which is long, scrolls.
  'nothing is scrolled to': () => {
    const fault = box(one('.embed canvas, .embed-images strong'));
    const over = [document.scrollingElement, ...all('.embed, .embed .pair')].find((one) => one.scrollHeight > one.clientHeight);
    return [
      box(one('[data-verdict]')).top > 12 && 'the verdict is further down',
      fault.bottom > innerHeight - 20 && `the fault is at ${fault.bottom}`,
      over && `${over.className || over.tagName}: ${over.scrollHeight} > ${over.clientHeight}`,
    ];
  },
  // So many views are seen, side by side.
  'views side by side': () => {
    const boxes = all('.cell-view canvas').map(box).filter((one) => one.width > 0);
    const isBeside = boxes.every((one) => one.top === boxes[0].top && one.right < innerWidth);
    return [!(boxes.length === Number(text) && isBeside) && `${boxes.length} views at ${boxes.map(({ top, right }) => `${top}, ${right}`)}`];
  },
  // What is told is on paper, and nothing to press: no cell is cut at a side of its view, and the sheet has no more to its right.
  'on paper': () => {
    const isSeen = (one) => one && box(one).width > 0 && box(one).height > 0;
    const [views, ...parts] = text.split(' | ');
    const seen = all('.cell-view').filter(isSeen);
    return [
      ...['h1', '[data-verdict]', ...parts].filter((css) => !isSeen(one(css))),
      ...all('.bar, .page-panel, .button, .copy-button, .sheets, select').filter((one) => one.checkVisibility()).map((one) => `to press: ${one.outerHTML.slice(0, 80)}`),
      seen.length < Number(views) && `${seen.length} pictures`,
      ...seen.filter((view) => box(view.querySelector('canvas')).right > box(view).right + 1).map((view) => `cut: ${view.ariaLabel}`),
      ...seen.filter((view) => box(view).right > innerWidth).map((view) => `beyond the sheet: ${view.ariaLabel}`),
    ];
  },
};

if (!laws[law]) throw new Error(`there is no law “${law}”`);
return laws[law]().filter(Boolean).join('; ');
