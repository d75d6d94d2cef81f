// The body of a function: one step of a case (cases.rs). It returns true where it did something, null where what it looks for
// is so, and otherwise, in words, what is there instead. For `find` it returns the element that a hand is to act on.

const [verb, what, text] = arguments;
const all = (css) => [...document.querySelectorAll(css)];
const flat = (words) => words.replace(/\s+/g, ' ').trim();
const words = (one) => flat(one.matches('input, select, textarea') ? one.value : one.textContent);
const listed = (css) => all(css).map((one) => `“${words(one).slice(0, 300)}”`).join(', ') || `no ${css}`;
// A control by its name, its label or the words on it. Over an open dialog nothing else can be pressed.
const isOver = document.querySelector('dialog[open]') !== null;
const isNamed = (one, name) => {
  const label = one.labels?.[0];
  const names = [one.ariaLabel, label?.querySelector('span')?.textContent ?? label?.textContent, one.textContent];
  return names.some((one) => one && flat(one) === name) && (!isOver || one.closest('dialog'));
};
const named = (css, name) => all(css).find((one) => isNamed(one, name));
const kinds = { press: 'button', follow: 'a[href]' };
const control = () => named('.drawer :is(input, select, textarea, [role=group])', what)
  ?? named('input, select, textarea, [role=group]', what);

const fields = () => JSON.stringify(all('main :is(input:not([type=file]), select, textarea, button[aria-pressed])').map((one) =>
  one.matches('input[type=radio]') ? one.checked : one.matches('button') ? `${one.textContent} ${one.ariaPressed}` : one.value));

const event = (one, kind, x = 0.5, y = 0.5, buttons = 0) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  one.dispatchEvent(new PointerEvent(kind, {
    bubbles: !/enter|leave/.test(kind), cancelable: true, pointerId: 1, button: 0, buttons,
    clientX: left + x * width, clientY: top + y * height,
  }));
};
const choose = (list) => {
  const at = [...list.options].findIndex((one) => one.textContent.startsWith(text));
  if (at < 0) return `the list has ${[...list.options].map((one) => one.textContent)}`;
  list.selectedIndex = at;
  for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
  return true;
};
const insert = (field) => {
  field.focus();
  field.select();
  document.execCommand(...(text ? ['insertText', false, text] : ['delete']));
  return true;
};
const put = (of) => (field) => {
  field.focus();
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
  field.dispatchEvent(of());
  return true;
};

// What is done to the first element of a selector, once it is there.
const acts = {
  focus: (one) => (one.focus({ focusVisible: true }), true),
  pick: choose,
  paste: (field) => (field.click(), insert(field)),
  put: put(() => new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true })),
  'put-plain': put(() => new Event('input', { bubbles: true })),
  // An event at a place, in parts of width and height.
  pointer: (one) => {
    const [kind, x, y] = text.split(' ');
    event(one, kind, Number(x ?? 0.5), Number(y ?? 0.5), kind === 'pointerdown' ? 1 : 0);
    return true;
  },
  // The keys of a text, so many milliseconds apart.
  burst: (field) => {
    const [pause, keys] = text.split(' ');
    const type = ([key, ...rest]) => {
      document.execCommand('insertText', false, key);
      if (rest.length) setTimeout(type, Number(pause), rest);
    };
    field.focus();
    field.select();
    type([...keys]);
    return true;
  },
  drag: (one) => {
    const at = text.split(' ').map((place) => place.split(',').map(Number));
    event(one, 'pointerdown', ...at[0], 1);
    for (const place of at.slice(1)) event(one, 'pointermove', ...place, 1);
    event(one, 'pointerup', ...at.at(-1));
    return true;
  },
};

// What is done without an element.
const deeds = {
  set: () => {
    const found = control();
    if (!found) return `nothing is named ${what}`;
    if (found.matches('select')) return choose(found);
    if (!found.matches('[role=group]')) return insert(found);
    const button = [...found.querySelectorAll('button')].find((one) => flat(one.textContent) === text);
    return button ? (button.click(), true) : `it offers ${flat(found.textContent)}`;
  },
  // A value of a word of the sentence.
  choose: () => {
    const word = document.querySelector(`.sentence .word[aria-label^='${what}:']`);
    if (word?.ariaExpanded !== 'true') word?.click();
    const offered = all('.sentence [role=dialog] button');
    const found = offered.find((one) => [...one.querySelectorAll('span, .name')].some((name) => flat(name.textContent) === text));
    return found ? (found.click(), true) : `it offers ${offered.map(words)}`;
  },
  // All fields of the page under the bar: what they say.
  'note-fields': () => ((window.noted = fields()), true),
  mark: () => ((window.marked = history.length), true),
  blur: () => (document.activeElement.blur(), true),
  remember: () => (sessionStorage.setItem(what, text), true),
  'other-tab': () => {
    localStorage.setItem(what, text);
    dispatchEvent(new StorageEvent('storage', { key: what, newValue: text }));
    return true;
  },
  note: () => {
    window.noted = all(what)[0]?.getAttribute(text);
    return window.noted ? true : listed(what);
  },
  width: () => {
    Object.defineProperty(window, 'innerWidth', { value: Number(what), configurable: true, writable: true });
    dispatchEvent(new Event('resize'));
    return true;
  },
};

const or = (is, instead) => (is ? null : instead);
const parts = (of, list) => {
  const lacking = list.split(' | ').filter((part) => !of.includes(part));
  return or(!lacking.length, `${of} lacks ${lacking.join(' | ')}`);
};
const verdict = () => {
  const line = document.querySelector('.heading [data-verdict], .verdict-row[data-verdict]')
    ?? document.querySelector('[data-verdict]');
  const said = (line?.querySelector('h1') ?? line?.querySelector('p'))?.cloneNode(true);
  for (const part of said?.querySelectorAll('small, .visually-hidden') ?? []) part.remove();
  return [line?.dataset.verdict ?? 'no verdict', said ? flat(said.textContent) : ''];
};
const looks = {
  has: () => or(all(what).length, 'none'),
  none: () => or(!all(what).length, listed(what)),
  count: () => or(all(what).length === Number(text), all(what).length),
  // Some element has this text, or this in its text; all of them have these.
  text: () => or(all(what).some((one) => words(one) === text), listed(what)),
  says: () => or(all(what).some((one) => words(one).includes(text)), listed(what)),
  texts: () => {
    const found = all(what).map(words).join(' | ');
    return or(found === text, found);
  },
  hrefs: () => {
    const found = all(what).map((one) => one.getAttribute('href')).join(' | ');
    return or(found === text, found);
  },
  'same-fields': () => or(fields() === window.noted, `${fields()}, not ${window.noted}`),
  same: () => or(all(what)[0]?.getAttribute(text) === window.noted, `not ${window.noted}`),
  other: () => or(all(what)[0]?.getAttribute(text) !== window.noted, `still ${window.noted}`),
  sees: () => or(all(what).some((one) => one.checkVisibility() && words(one).includes(text)), listed(what)),
  seen: () => or(all(what)[0]?.checkVisibility(), 'not seen'),
  unseen: () => or(!all(what)[0]?.checkVisibility(), 'seen'),
  ringed: () => or(getComputedStyle(all(what)[0]).outlineStyle === 'solid', getComputedStyle(all(what)[0]).outline),
  fixed: () => or(all(what).some((one) => getComputedStyle(one).position === 'fixed'), listed(what)),
  focused: () => {
    const at = document.activeElement;
    return or(at.matches(what), `${at.outerHTML.slice(0, 120)} has the focus`);
  },
  // The control after one is inside of another element.
  next: () => {
    const every = all('a[href], button, input, select, [tabindex]').filter((one) => one.checkVisibility());
    return or(every[every.findIndex((one) => one.matches(what)) + 1]?.closest(text), 'another is next');
  },
  // So many entries of the history are new since they were marked.
  entries: () => or(history.length - window.marked === Number(what), history.length - window.marked),
  link: () => or(location.hash === what, location.hash),
  'link-has': () => parts(location.hash, what),
  'link-lacks': () => or(!location.hash.includes(what), location.hash),
  kept: () => parts(sessionStorage.getItem(what) ?? '', text),
  title: () => or(document.title.startsWith(what), document.title),
  page: () => or(flat(document.body.textContent).includes(what), 'the page does not say that'),
  'no-button': () => or(!named('button', what), 'it is there'),
  verdict: () => {
    const [kind, headline] = verdict();
    return or(kind === what && (!text || headline === text), `${kind}: ${headline}`);
  },
};

if (verb === 'find') return kinds[what] ? named(kinds[what], text) ?? null : document.querySelector(text);
if (looks[verb]) return looks[verb]();
if (deeds[verb]) return deeds[verb]();
if (!acts[verb]) throw new Error(`there is no step “${verb}”`);
const one = document.querySelector(what);
return one ? acts[verb](one) : `there is no ${what}`;
