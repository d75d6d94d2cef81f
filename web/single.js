// Unpacks a page that is one file, and starts it. The build puts `TEXTS` before it, the lengths of the style sheet, the body and
// the script, which are packed before the parts.

let unpacked;
// Seven, eight, 14 or 21 bits a letter, by the runs of letters that xtask/src/single.rs has; each run's bits go on in the numbers
// where the one before it ends.
const held = (id) => {
  const { textContent, dataset } = document.getElementById(id);
  const bytes = new Uint8Array(dataset.bytes);
  let [at, bits, count] = [0, 0, 0];
  const put = (value, width) => {
    bits = (bits << width) | value;
    for (count += width; count > 7; bytes[at++] = bits >> count) count -= 8;
  };
  for (let from = 0; from < textContent.length; from++) {
    const letter = textContent.charCodeAt(from);
    if (letter < 0x63) put(letter - 1 - (letter > 13) - (letter > 60), 7);
    else if (letter < 0x80) put(letter + 0x5d, 8);
    else if (letter < 0x800) put(letter + 0x3640, 14);
    else put(letter + 0x1f1800 - 0x800 * (letter > 0xd7ff), 21);
  }
  return bytes;
};
// A `.lzma` file whose length is in its head. Source: the LZMA specification of the LZMA SDK (lzma-specification.txt), whose names
// for states and odds these are.
const unpack = (file) => {
  const head = new DataView(file.buffer);
  const [lc, lp, pb] = [file[0] % 9, ((file[0] / 9) | 0) % 5, (file[0] / 45) | 0];
  const out = new Uint8Array(head.getUint32(5, true));
  let [at, range, code] = [18, 0xffffffff, head.getUint32(14)];
  const odds = (n) => new Uint16Array(n).fill(1024);
  const shift = () => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | file[at++]) >>> 0;
  };
  const bit = (of, index) => {
    const bound = (range >>> 11) * of[index];
    const is1 = code >= bound;
    if (is1) {
      range -= bound;
      code -= bound;
      of[index] -= of[index] >> 5;
    } else {
      range = bound;
      of[index] += (2048 - of[index]) >> 5;
    }
    shift();
    return +is1;
  };
  const direct = (n) => {
    let value = 0;
    for (; n; n--) {
      range >>>= 1;
      const is1 = code >= range;
      if (is1) code -= range;
      shift();
      value = value * 2 + +is1;
    }
    return value;
  };
  const tree = (of, bits, from = 0) => {
    let node = 1;
    for (let n = bits; n; n--) node = node * 2 + bit(of, from + node);
    return node - (1 << bits);
  };
  const back = (of, bits, from = 0) => {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const one = bit(of, from + node);
      node = node * 2 + one;
      value |= one << i;
    }
    return value;
  };
  const sizes = () => [2, 128, 128, 256].map(odds);
  const size = ([choice, low, mid, high], place) => {
    if (!bit(choice, 0)) return 2 + tree(low, 3, place * 8);
    if (!bit(choice, 1)) return 10 + tree(mid, 3, place * 8);
    return 18 + tree(high, 8);
  };
  const [isMatch, isLong] = [192, 192].map(odds);
  const [isRep, isG0, isG1, isG2] = [12, 12, 12, 12].map(odds);
  const [slots, near, align, texts] = [256, 115, 16, 0x300 << (lc + lp)].map(odds);
  const [lens, reps] = [sizes(), sizes()];
  let [state, rep0, rep1, rep2, rep3, n] = [0, 0, 0, 0, 0, 0];
  while (n < out.length) {
    const place = n & ((1 << pb) - 1);
    if (!bit(isMatch, state * 16 + place)) {
      const before = n ? out[n - 1] : 0;
      const from = 0x300 * (((n & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let node = 1;
      if (state >= 7) {
        let match = out[n - rep0 - 1];
        while (node < 256) {
          const one = (match >> 7) & 1;
          match <<= 1;
          const is = bit(texts, from + ((1 + one) << 8) + node);
          node = node * 2 + is;
          if (one !== is) break;
        }
      }
      while (node < 256) node = node * 2 + bit(texts, from + node);
      out[n++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let more;
    if (!bit(isRep, state)) {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      more = size(lens, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, 6, Math.min(more - 2, 3) * 64);
      const bits = (slot >> 1) - 1;
      rep0 = slot < 4 ? slot : (2 | (slot & 1)) << bits;
      if (slot >= 14) rep0 += direct(bits - 4) * 16 + back(align, 4);
      else if (slot >= 4) rep0 += back(near, bits, rep0 - slot);
    } else if (bit(isG0, state)) {
      if (!bit(isG1, state)) [rep0, rep1] = [rep1, rep0];
      else if (!bit(isG2, state)) [rep0, rep1, rep2] = [rep2, rep0, rep1];
      else [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      more = size(reps, place);
      state = state < 7 ? 8 : 11;
    } else if (bit(isLong, state * 16 + place)) {
      more = size(reps, place);
      state = state < 7 ? 8 : 11;
    } else {
      more = 1;
      state = state < 7 ? 9 : 11;
    }
    for (; more; more--, n++) out[n] = out[n - rep0 - 1];
  }
  return out;
};
const append = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  document.head.append(element);
  return element;
};
const opened = async () => {
  if (document.readyState === 'loading') await new Promise((next) => addEventListener('DOMContentLoaded', next));
  unpacked = unpack(held('packed'));
  let from = 0;
  const [sheet, body, script] = TEXTS.map((length) => new TextDecoder().decode(unpacked.subarray(from, (from += length))));
  append('style', sheet);
  document.body.innerHTML = body;
  append('script', script);
};
opened().catch((fault) => {
  document.body.textContent = 'Swizzle Atlas could not start. It needs a browser of 2023 or later.';
  throw fault;
});
