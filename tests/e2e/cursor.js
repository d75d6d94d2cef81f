// The body of a function: the trace of a cell as it is shown, for cursor.rs.

const inspector = document.querySelector('.inspector');
const texts = (selector) =>
  [...inspector.querySelectorAll(selector)].map((row) => [...row.children].map((part) => part.textContent));
return {
  cell: inspector.querySelector('.inspector-cell').textContent,
  terms: texts('.inspector-sum tbody tr'),
  absolute: inspector.querySelector('.inspector-sum tfoot td').textContent,
  addresses: [...inspector.querySelectorAll('.address')].map((line) => [
    line.querySelector('code').textContent,
    line.querySelector('.address-bits').textContent,
  ]),
  steps: texts('.inspector-step'),
  places: texts('.inspector-places div'),
  tag: inspector.querySelector('.inspector-tag')?.textContent ?? null,
};
