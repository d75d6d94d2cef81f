// The body of a function: what is wrong with the layout of the page that is drawn, whether it is judged in its title or not.

const [isJudged] = arguments;
const wrong = [];
const box = (one) => one.getBoundingClientRect();
const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.closest('.visually-hidden') && box(one).width > 1 && box(one).height > 1;
const says = (one) => `“${(one.textContent || one.ariaLabel || one.tagName).trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
const all = (css) => [...document.querySelectorAll(css)].filter(isSeen);
const { scrollWidth, clientWidth } = document.scrollingElement;
if (scrollWidth > clientWidth) wrong.push(`it scrolls sideways: ${scrollWidth} in ${clientWidth}`);
const titles = all('h1');
if (titles.length !== 1) wrong.push(`${titles.length} titles`);
const verdict = document.querySelector('[data-verdict]');
if (isJudged && !verdict) wrong.push('no verdict');
const row = (one) => one.closest('.heading, .verdict-row, header') ?? one.parentElement;
if (verdict && titles[0] && !verdict.contains(titles[0]) && !row(titles[0]).contains(verdict)) wrong.push('the verdict is not in the row of the title');
// What scrolls has its own room; what is drawn has its own letters.
const scrolls = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) || at.matches('dialog, svg')) return true;
    }
    return false;
};
const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
const texts = all('body *').filter((one) => !one.matches('script, style, option') && hasText(one));
for (const one of texts) {
    const { left, right } = box(one);
    if ((right > clientWidth + 1 || left < -1) && !scrolls(one)) wrong.push(`outside of the page: ${says(one)} from ${Math.round(left)} to ${Math.round(right)}`);
    const style = getComputedStyle(one);
    const isCut = one.clientWidth && one.scrollWidth > one.clientWidth + 1 && /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis';
    if (isCut) wrong.push(`cut: ${says(one)}`);
    // A text that is turned has its scale in both.
    const turned = one.ownerSVGElement ? one.getScreenCTM() : { a: 1, b: 0 };
    const scale = Math.hypot(turned.a, turned.b);
    const size = parseFloat(style.fontSize) * scale;
    if (size < 10.95 && !one.closest('sup, sub')) wrong.push(`letters of ${size.toFixed(1)}: ${says(one)}`);
}
// Units of 16 bytes are squares; many rows of a lesson, registers, columns of tensor memory and blocks are as wide as what is written in them.
for (const canvas of all('.pair:not(.learn-view) canvas[data-cell-width], main > canvas')) {
    const [width, height] = [Number(canvas.dataset.cellWidth), Number(canvas.dataset.cellHeight)];
    const whole = box(canvas);
    const isSquare = Math.abs(width - height) < 1 || Math.abs(whole.width - whole.height) < 2;
    if (!(width >= 22 && height >= 22)) wrong.push(`cells of ${width} × ${height}`);
    if (!isSquare) wrong.push(`cells of ${width} × ${height} in ${whole.width} × ${whole.height}`);
}
return [...new Set(wrong)].slice(0, 6).join('; ')
