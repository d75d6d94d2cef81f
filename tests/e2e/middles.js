// The body of a function: the middle of each number of a view in the window.

const numbers = document.querySelector(`.view[aria-label="${arguments[0]}"] .grid-numbers`).firstChild;
const middles = [];
for (const number of numbers.textContent.matchAll(/[^ \n]+/g)) {
  const range = document.createRange();
  range.setStart(numbers, number.index);
  range.setEnd(numbers, number.index + number[0].length);
  const place = range.getBoundingClientRect();
  middles.push([(place.left + place.right) / 2, (place.top + place.bottom) / 2]);
}
return middles;
