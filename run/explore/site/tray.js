// What can happen next: the steps that can be taken, by participant, and those that
// cannot, with what keeps them.
import { action, card, el, show } from './dom.js';

// trayOf is an empty tray: fill(at, order, take) puts choices in it.
export function trayOf(take) {
  const can = el('div', { class: 'choices' });
  const cannot = el('div', { class: 'refusals' });
  let refused = [];
  let lanes = [];
  const fill = () => more.open && fillRefused(cannot, refused, lanes, filter.value); // nobody sees them before
  const filter = el('input', {
    type: 'search',
    class: 'filter',
    placeholder: 'Filter ( / ): a participant, a step, a reason',
    'aria-label': 'Filter what cannot happen now',
    'data-field': 'refused',
    oninput: fill,
  });
  const more = el(
    'details',
    { class: 'not-now', ontoggle: fill },
    el('summary', {}, 'Not now, and why'),
    filter,
    cannot,
  );
  const root = card('tray', 'What can happen next', {}, can, more);
  return {
    root,
    fill(at, participants) {
      lanes = participants;
      refused = at.impossible || [];
      show(can, groupsOf(at.possible, lanes, take), '#heading-tray');
      numbered(can);
      more.hidden = refused.length === 0;
      more.querySelector('summary').textContent = `Not now, and why (${refused.length})`;
      fill();
    },
    press(digit) {
      const choice = can.querySelector(`[aria-keyshortcuts="${digit}"]`);
      if (choice) choice.click();
      return Boolean(choice);
    },
    find() {
      if (more.hidden) return;
      more.open = true;
      filter.focus();
    },
  };
}

// numbered gives the first choices a digit each.
function numbered(can) {
  const first = [...can.querySelectorAll('.choice')].slice(0, 9);
  first.forEach((choice, i) => choice.setAttribute('aria-keyshortcuts', i + 1));
}

// byLane sorts by participant, in the order of the lanes; those of nobody come last.
function byLane(all, lanes) {
  const groups = new Map(lanes.map((l) => [l, []]));
  groups.set('', []);
  for (const one of all) (groups.get(one.lane || '') || groups.get('')).push(one);
  return [...groups].filter(([, list]) => list.length);
}

function groupsOf(possible, lanes, take) {
  if (!possible.length) return [el('p', { class: 'dim' }, 'Nothing: the course ends here.')];
  const usual = possible.filter((c) => !c.fault);
  const faults = possible.filter((c) => c.fault);
  const single = byLane(usual, lanes).length === 1 && !usual.some((c) => c.lane);
  return [
    ...byLane(usual, lanes).map(([lane, list]) => groupOf(lane || (single ? '' : 'all together'), list, take)),
    faults.length &&
      el(
        'div',
        { class: 'faults' },
        el('h3', {}, 'Faults: nobody asked for them'),
        el(
          'div',
          { class: 'group wide' },
          faults.map((c) => choiceOf(c, take)),
        ),
      ),
  ];
}

function groupOf(lane, list, take) {
  return el(
    'div',
    { class: 'group' },
    lane && el('h3', {}, lane),
    list.map((c) => choiceOf(c, take)),
  );
}

function choiceOf(choice, take) {
  return action(
    'take',
    {
      class: 'choice',
      'data-name': choice.name,
      'data-fault': Boolean(choice.fault),
      title: choice.name,
      onclick: () => take(choice.name),
    },
    el('span', {}, choice.title),
  );
}

function fillRefused(root, refused, lanes, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hit = (r) => words.every((w) => `${r.name} ${r.doc} ${r.why} ${r.lane || ''}`.toLowerCase().includes(w));
  const found = refused.filter(hit);
  const open = new Set([...root.querySelectorAll('details[open]')].map((d) => d.dataset.laneRefused));
  show(root, [
    ...byLane(found, lanes).map(([lane, list]) =>
      el(
        'details',
        { 'data-lane-refused': lane || 'all', open: words.length > 0 || open.has(lane || 'all') },
        el('summary', {}, `${lane || 'all together'} `, el('span', { class: 'dim' }, list.length)),
        el('ul', {}, list.map(refusalOf)),
      ),
    ),
    found.length === 0 && el('p', { class: 'dim' }, 'None of them has these words.'),
  ]);
}

function refusalOf(r) {
  return el(
    'li',
    { 'data-refused': r.name },
    el('span', { class: 'name', title: r.doc }, r.name),
    el('span', { class: 'why', 'data-why': true }, r.why || 'no step of the model does this here'),
  );
}
