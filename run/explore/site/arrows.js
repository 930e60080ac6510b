// The arrows of a step: drawn between the lanes where there is room beside them, and as a
// list for narrow screens and for those who hear the page.
import { el, svg } from './dom.js';

// arrowList lists arrows in words.
export function arrowList(arrows) {
  if (!arrows || !arrows.length) return null;
  return el(
    'ul',
    { class: 'arrow-list', 'aria-label': 'Messages of the last step' },
    arrows.map((a) =>
      el(
        'li',
        { 'data-arrow': `${a.from} ${a.to}` },
        el('strong', {}, `${a.from} → ${a.to}`),
        a.text && ` ${a.text}`,
      ),
    ),
  );
}

// drawArrows draws them over a stage that is laid out already.
export function drawArrows(stage, arrows) {
  stage.querySelectorAll('.arrows').forEach((old) => old.remove());
  const list = stage.querySelector('.lanes');
  if (!list || !arrows || !arrows.length) return;
  const box = stage.getBoundingClientRect();
  const middle = new Map(
    [...list.children].map((lane) => {
      const r = lane.getBoundingClientRect();
      return [lane.dataset.lane, { y: r.top + r.height / 2 - box.top, half: r.height / 2 }];
    }),
  );
  const right = list.getBoundingClientRect().right - box.left;
  const drawn = arrows.filter((a) => middle.has(a.from) && middle.has(a.to) && a.from !== a.to);
  if (!drawn.length || box.width - right < 120) return;
  const layer = el('div', { class: 'arrows', 'aria-hidden': 'true' });
  layer.style.left = `${right}px`;
  const picture = svg('svg', { width: 24 + drawn.length * 16, height: Math.ceil(box.height) });
  const used = [];
  drawn.forEach((arrow, i) => {
    const x = 14 + i * 16;
    const from = middle.get(arrow.from).y;
    const to = middle.get(arrow.to).y;
    picture.append(lineOf(x, from, to));
    layer.append(labelOf(arrow.text, 22 + drawn.length * 16, placeFor(used, (from + to) / 2)));
  });
  layer.prepend(picture);
  stage.append(layer);
}

function lineOf(x, from, to) {
  const d = to > from ? -7 : 7;
  return svg(
    'g',
    {},
    svg('circle', { cx: x, cy: from, r: 3 }),
    svg('line', { x1: x, x2: x, y1: from, y2: to + d / 2 }),
    svg('path', { d: `M${x - 5} ${to + d} L${x} ${to} L${x + 5} ${to + d} Z` }),
  );
}

// placeFor is where a label goes that would lie on another.
function placeFor(used, wanted) {
  let y = wanted;
  while (used.some((u) => Math.abs(u - y) < 38)) y += 19;
  used.push(y);
  return y;
}

function labelOf(text, left, y) {
  const label = el('span', { class: 'arrow-label' }, text || '');
  label.style.left = `${left}px`;
  label.style.top = `${y}px`;
  return label;
}
