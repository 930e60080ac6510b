// Searches from where the course stands: the shortest way to trouble, and the whole space.
// One at a time; what it finds is offered as steps.
import { action, announce, card, chip, counted, el, number, show, weight } from './dom.js';

// searchesOf is an empty panel: start(question, title) asks, and offers what is found.
// take(steps, at) goes to a course; here() is the course at which the page is.
export function searchesOf(ask, take, here) {
  const body = el('div', {});
  const root = card('search', 'Search', { hidden: true }, body);
  const one = { running: null, found: null };
  const drop = () => {
    one.running?.cancel();
    Object.assign(one, { running: null, found: null });
    root.hidden = true;
    root.ownerDocument.getElementById('heading-tray')?.focus({ preventScroll: true });
  };
  const panel = {
    root,
    drop,
    follow() {
      // the course has changed: what is taken already is marked
      if (one.found) show(body, soughtOf(one.found, here(), take, drop), '#heading-search');
    },
    async start(question, title, setting) {
      one.running?.cancel();
      one.found = null;
      root.hidden = false;
      root.querySelector('h2').textContent = title;
      const progress = progressOf(() => one.running?.cancel());
      show(body, [progress.root], '#heading-search');
      root.querySelector('h2').focus({ preventScroll: true });
      const promise = ask(question, progress.tell);
      one.running = promise;
      try {
        const answer = await promise;
        if (one.running !== promise) return;
        const from = question.steps || [];
        one.found = { answer, from, setting };
        show(
          body,
          question.op === 'check' ? checkedOf(answer, setting, take, drop) : soughtOf(one.found, here(), take, drop),
          '#heading-search',
        );
        announce(answer.says);
      } catch (e) {
        if (one.running !== promise) return;
        show(
          body,
          [el('p', { class: 'error', 'data-error': true }, e.cancelled ? 'Cancelled.' : e.message), dropButton(drop)],
          '#heading-search',
        );
      } finally {
        if (one.running === promise) one.running = null;
        if (question.op === 'check') one.found = null;
      }
    },
  };
  return panel;
}

function dropButton(drop) {
  return action('drop', { onclick: drop }, 'Close');
}

// progressOf tells how far a search is, with the button that ends it.
export function progressOf(cancel) {
  const text = el('span', { 'data-progress': true, 'data-states': 0 }, 'Starting …');
  const root = el(
    'p',
    { class: 'progress' },
    el('span', { class: 'spinner', 'aria-hidden': 'true' }),
    text,
    ' ',
    action('cancel', { onclick: cancel }, 'Cancel'),
  );
  return {
    root,
    tell(p) {
      text.setAttribute('data-states', p.states || 0);
      text.textContent = [
        p.doing,
        p.states && counted(p.states, 'state'),
        p.depth && `depth ${p.depth}`,
        p.seconds && `${p.seconds.toFixed(1)} s`,
      ]
        .filter(Boolean)
        .join(' · ');
    },
  };
}

// soughtOf offers a way that was found, as steps.
function soughtOf({ answer, from, setting }, now, take, drop) {
  if (!answer.found) {
    return [
      el('div', { 'data-sought': answer.whole ? 'none' : 'limit' }, el('p', {}, answer.says), dropButton(drop)),
    ];
  }
  const full = [...from, ...answer.steps];
  const along = now.length >= from.length && now.every((s, i) => s === full[i]);
  const taken = along ? now.length - from.length : -1;
  const left = answer.steps.length - Math.max(taken, 0);
  const next = along ? now.length + 1 : from.length + 1;
  return [
    el(
      'div',
      { 'data-sought': 'found' },
      el('p', {}, answer.impact && [chip(answer.impact, weight(answer.impact, setting.lost)), ' '], answer.says),
      answer.witness && el('p', { class: 'witness' }, answer.witness),
      answer.steps.length > 0 && [
        el(
          'p',
          { class: 'buttons' },
          action(
            'take-all',
            { class: 'primary', disabled: along && left === 0, onclick: () => take(full, full.length) },
            left === answer.steps.length
              ? `Take all ${counted(left, 'step')}`
              : `Take the ${counted(left, 'step')} left`,
          ),
          action(
            'take-one',
            { disabled: along && left === 0, onclick: () => take(full, next) },
            taken < 0 ? 'Go back and take the first' : 'Take one',
          ),
          dropButton(drop),
        ),
        el(
          'ol',
          { class: 'way' },
          answer.steps.map((name, i) =>
            el(
              'li',
              { 'data-way-step': i + 1, 'data-name': name, class: i < taken ? 'taken' : '' },
              name,
              i < taken && el('span', { class: 'dim' }, ' (taken)'),
            ),
          ),
        ),
      ],
      answer.steps.length === 0 && dropButton(drop),
    ),
  ];
}

const bad = ['violated', 'reached'];

// checkedOf tells what the whole space came to.
function checkedOf(answer, setting, take, drop) {
  const rank = (r) =>
    (bad.includes(r.verdict) ? 0 : 1000) + (setting.impacts.findIndex((i) => i.name === r.impact) + 1 || 500);
  const sorted = [...answer.properties].sort((a, b) => rank(a) - rank(b));
  return [
    el(
      'div',
      { 'data-checked': true, 'data-states': answer.states },
      el(
        'p',
        { class: 'figures' },
        [
          ['distinct states', answer.states],
          ['generated', answer.generated],
          ['depth', answer.depth],
        ].map(([what, n]) => el('span', {}, el('b', {}, number(n)), ` ${what}`)),
        el('span', {}, el('b', {}, `${answer.seconds.toFixed(1)} s`)),
      ),
      el('p', {}, answer.says),
      el(
        'ul',
        { class: 'results' },
        sorted.map((r) =>
          el(
            'li',
            { 'data-result': r.name, 'data-verdict': r.verdict },
            el('span', { class: `state ${r.verdict === 'violated' ? 'no' : 'yes'}` }, r.verdict),
            ' ',
            el('span', { class: 'name' }, r.name),
            ' ',
            bad.includes(r.verdict) && r.impact && chip(r.impact, weight(r.impact, setting.lost)),
            r.steps &&
              action(
                'show-result',
                { 'data-name': r.name, onclick: () => take(r.steps, r.steps.length) },
                `Show ${counted(r.steps.length, 'step')} to ${r.name}`,
              ),
          ),
        ),
      ),
      dropButton(drop),
    ),
  ];
}
