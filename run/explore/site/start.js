// The start: what there is to explore.
import { chip, counted, el, show } from './dom.js';
import { addressOf, emptyState } from './address.js';

// startScreen lists scenarios and models, and finds among them.
export function startScreen(app) {
  const list = el('div', { class: 'subjects' });
  const count = el('p', { class: 'dim', role: 'status' });
  const field = el('input', {
    type: 'search',
    id: 'search',
    'data-field': 'search',
    placeholder: 'a word, a ticket, a consequence',
    autocomplete: 'off',
  });
  const root = el(
    'div',
    { class: 'start' },
    el('h1', {}, 'Choose what happens next'),
    el(
      'p',
      { class: 'lead' },
      'Open a scenario, take its steps yourself, and see what breaks. Or ask for the shortest way to trouble.',
    ),
    app.home.cluster &&
      el('p', {}, el('a', { href: addressOf(emptyState('cluster')) }, 'What can happen to my cluster?')),
    el('label', { class: 'search', for: 'search' }, el('span', {}, 'Find'), field),
    count,
    list,
  );
  const all = [
    ...app.home.specs.map((s) => ({ ...s, kind: 'spec' })),
    ...app.home.models.map((s) => ({ ...s, kind: 'model', group: 'models' })),
  ].map((s) => ({
    ...s,
    text: [s.name, s.title, s.group, s.model, s.impact, ...(s.refs || [])].join(' ').toLowerCase(),
  }));
  const usual = commonest(all.map((s) => s.model));
  const fill = () => fillSubjects(list, count, all, usual, field.value);
  let later = 0;
  field.addEventListener('input', () => {
    clearTimeout(later);
    later = setTimeout(fill, 60);
  });
  return {
    root,
    update() {
      fill();
    },
    leave() {
      clearTimeout(later);
    },
    title: 'what to explore',
  };
}

// commonest is the name that comes most often: the model that needs no mention.
function commonest(names) {
  const count = new Map();
  names.forEach((n) => count.set(n, (count.get(n) || 0) + 1));
  return [...count].sort((a, b) => b[1] - a[1]).map(([n]) => n)[0];
}

const opened = 40; // so many subjects of a group are shown before somebody asks for more

function fillSubjects(list, count, all, usual, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((s) => words.every((w) => s.text.includes(w)));
  const groups = new Map();
  for (const s of found) groups.set(s.group || '', [...(groups.get(s.group || '') || []), s]);
  count.textContent = words.length
    ? `${counted(found.length, 'match').replace('matchs', 'matches')}`
    : `${counted(found.length, 'scenario')} and models`;
  show(
    list,
    [...groups]
      .sort((a, b) => order(a[0]) - order(b[0]) || a[0].localeCompare(b[0]))
      .map(([name, subjects]) => groupOfSubjects(name, subjects, usual, words.length > 0 || found.length < opened)),
  );
}

const first = ['lessons', 'ladder', 'examples', 'models'];

function order(group) {
  const i = first.indexOf(group);
  return i < 0 ? first.length : i;
}

function groupOfSubjects(name, subjects, usual, open) {
  return el(
    'details',
    { class: 'subject-group', 'data-group': name, open: open || first.includes(name) },
    el(
      'summary',
      {},
      el('h2', {}, name === '.' || !name ? 'others' : name),
      ' ',
      el('span', { class: 'dim' }, subjects.length),
    ),
    el(
      'ul',
      {},
      subjects.map((s) => subjectOf(s, usual)),
    ),
  );
}

function subjectOf(s, usual) {
  const place = { [s.kind]: s.name };
  return el(
    'li',
    {},
    el(
      'a',
      {
        href: addressOf({ ...emptyState('run'), place }),
        'data-action': 'open',
        'data-kind': s.kind,
        'data-name': s.name,
      },
      el('span', { class: 'title' }, s.title),
      el(
        'span',
        { class: 'sub' },
        el('span', { class: 'name' }, s.name),
        (s.refs || []).map((r) => ` · ${r}`),
        s.script && ' · a schedule',
        s.kind === 'spec' && s.model !== usual && ` · ${s.model}`,
      ),
    ),
    s.impact && chip(s.impact, s.lost ? 'bad' : 'warn'),
  );
}
