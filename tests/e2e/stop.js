// The body of a function: what the page of a stop shows, as plain data for stop.rs.

const said = (element) => {
  if (!element) return null;
  const copy = element.cloneNode(true);
  // A control says what it is set to, not a word of the text.
  for (const knob of copy.querySelectorAll('.learn-knob')) knob.remove();
  for (const entry of copy.querySelectorAll('.learn-pop')) entry.remove();
  return copy.textContent.trim();
};
const all = (selector) => [...document.querySelectorAll(selector)];
const at = document.activeElement;

return {
  address: location.hash,
  heading: said(document.querySelector('main h1')),
  isAtHeading: at?.matches('main h1') ?? false,
  text: all('.learn-text > p:not(.learn-where, .learn-address), .learn-text > ul > li').map(said),
  values: all('.learn-text > :not(.learn-ask) .learn-value').map(said),
  question: said(document.querySelector('.learn-question')),
  typed: document.querySelector('.learn-number input')?.value ?? null,
  right: said(document.querySelector('.learn-right')),
  wrong: said(document.querySelector('.learn-wrong')),
  told: said(document.querySelector('.learn-told')),
  dots: all('.learn-dot').map((dot) => dot.classList.contains('is-done')),
};
