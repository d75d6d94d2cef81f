// The body of a function: counts the controls in view, the words of the visible text and its numbers.

const isSeen = (one) => {
    const { width, height, top, bottom, left, right } = one.getBoundingClientRect();
    const { visibility, opacity } = getComputedStyle(one);
    return width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0
        && visibility !== 'hidden' && Number(opacity) > 0.01;
};
const controls = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter(isSeen);
const texts = [...document.querySelectorAll('input[placeholder]')].filter(isSeen).map((one) => one.placeholder);
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const of = node.parentElement;
    if (of.matches('script, style, option') || !node.data.trim() || !isSeen(of) || of.closest('.visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) texts.push(node.data);
}
const all = texts.join(' ');
const words = (all.match(/[A-Za-z][A-Za-z’'-]+/g) ?? []).filter((word) => !/^(0x|x\d)/.test(word));
const name = (one) => (one.ariaLabel || one.innerText || one.placeholder || one.tagName).replace(/\s+/g, ' ').slice(0, 30);
return [controls.length, words.length, controls.map(name).join(' | '), words.join(' ')]
