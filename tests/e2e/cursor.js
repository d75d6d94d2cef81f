// The body of a function: the trace of a cell as it is shown, for cursor.rs.

const inspector = document.querySelector('.inspector');
const texts = (selector) =>
  [...inspector.querySelectorAll(selector)].map((row) => [...row.children].map((part) => part.textContent));
// The digits of each row of the loom, from left to right, whatever they are drawn with.
const rows = new Map();
for (const text of inspector.querySelectorAll('.loom-digit')) {
  const y = Number(text.getAttribute('y'));
  const x = text.getAttribute('x').trim().split(' ').filter(Boolean).map(Number);
  const digits = [...text.textContent].map((digit, index) => [x[index], digit]);
  rows.set(y, [...(rows.get(y) ?? []), ...digits]);
}
const inOrder = [...rows].sort(([one], [other]) => one - other).map(([, digits]) => digits);
return {
  cell: inspector.querySelector('.inspector-cell').textContent,
  loom: inOrder.map((digits) => digits.sort(([one], [other]) => one - other).map(([, digit]) => digit).join('')),
  buttons: [...inspector.querySelectorAll('.loom-bit')].map((bit) => bit.getAttribute('aria-pressed') === 'true'),
  rows: texts('.inspector-rows div'),
  tag: inspector.querySelector('.inspector-tag')?.textContent ?? null,
};
