// A course at a glance: a column for each step and a row for each participant that keeps a
// log, small enough that thirty steps of five participants are seen at once.
import { card, el, show } from './dom.js';
import { pathOf } from './course.js';

// glanceOf is an empty picture: fill(node, end) draws the course to its end, which goes on
// behind the present node where steps were undone.
export function glanceOf(jump) {
  const body = el('div', { class: 'glance-scroll', tabindex: '0', role: 'group', 'aria-label': 'Logs, step by step' });
  const root = card('glance', 'The course at a glance', {}, body);
  return {
    root,
    fill(node, end) {
      const path = pathOf(end).filter((n) => n.event);
      const rows = path.length ? path[0].event.view.lanes.filter((l) => l.log).map((l) => l.name) : [];
      root.hidden = path.length < 2 || !rows.length;
      show(body, root.hidden ? [] : [glanceTable(path, rows, node, jump)], '#heading-glance');
      const here = body.querySelector('th[data-here]');
      if (here) body.scrollLeft = here.offsetLeft - body.clientWidth / 2;
    },
  };
}

function glanceTable(path, rows, node, jump) {
  const head = path.map((n) => el('th', { scope: 'col', 'data-here': n === node }, stepAtAGlance(n, n === node, jump)));
  const cells = (name) => path.map((n) => el('td', { 'data-here': n === node }, logAtAGlance(n.event, name)));
  return el(
    'table',
    { 'data-glance': true },
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'step'), head)),
    el(
      'tbody',
      {},
      rows.map((name) => el('tr', {}, el('th', { scope: 'row' }, name), cells(name))),
    ),
  );
}

// stepAtAGlance leads to a step; those who hear the page are told what it does.
function stepAtAGlance(node, present, jump) {
  const { title, broken } = node.event;
  const words = ` ${title}${broken ? `, breaks ${broken[0].name}` : ''}`;
  return el(
    'button',
    {
      type: 'button',
      'data-glance-step': node.depth,
      'data-broken': Boolean(broken),
      'aria-current': present ? 'step' : null,
      title,
      onclick: () => jump(node.depth),
    },
    String(node.depth),
    el('span', { class: 'unseen' }, words),
  );
}

// logAtAGlance is a log without its texts; what is below the high watermark has a frame.
function logAtAGlance(event, name) {
  const lane = event.view.lanes.find((l) => l.name === name);
  if (!lane || !lane.log) return null;
  const cells = lane.log.cells || [];
  const words = `${lane.badge ? lane.badge + '; ' : ''}${cells.length} in the log, high watermark ${lane.log.hw}`;
  const acts = (event.changes || []).some((c) => c.lane === name);
  const sign = /^leader\b/.test(lane.badge || '') ? '★' : lane.off ? '✕' : '';
  return el(
    'span',
    { class: 'mini', role: 'img', 'aria-label': words, title: words, 'data-off': Boolean(lane.off), 'data-hit': acts },
    el('b', {}, sign),
    cells.map((c, i) => el('i', { class: `e${c.epoch % 8}${i < lane.log.hw ? ' below' : ''}` })),
  );
}
