// The start: what there is to explore.
import { chip, counted, el, show, weight } from './dom.js';
import { addressOf, emptyState } from './address.js';

// startScreen lists scenarios and models, and finds among them.
export function startScreen(app) {
  const list = el('div', { class: 'subjects' });
  const count = el('p', { class: 'dim', role: 'status' });
  const field = el('input', { type: 'search', id: 'search', 'data-field': 'search', placeholder: 'a word, a ticket, a consequence', autocomplete: 'off' });
  const root = el('div', { class: 'start' },
    el('h1', {}, 'Choose what happens next'),
    el('p', { class: 'lead' }, 'Open a scenario, take its steps yourself, and see what breaks. Or ask for the shortest way to trouble.'),
    app.home.cluster && el('p', {}, el('a', { href: addressOf(emptyState('cluster')) }, 'What can happen to my cluster?')),
    el('label', { class: 'search', for: 'search' }, el('span', {}, 'Find'), field), count, list);
  const all = [...app.home.specs.map((s) => ({ ...s, kind: 'spec' })), ...app.home.models.map((s) => ({ ...s, kind: 'model', group: 'models' }))]
    .map((s) => ({ ...s, text: [s.name, s.title, s.group, s.model, s.impact, ...(s.refs || [])].join(' ').toLowerCase() }));
  const impacts = rankOf(all);
  const fill = () => fillSubjects(list, count, all, impacts, field.value);
  let later = 0;
  field.addEventListener('input', () => { clearTimeout(later); later = setTimeout(fill, 60); });
  return { root, update() { fill(); }, leave() { clearTimeout(later); }, title: 'what to explore' };
}

// rankOf are the consequences that occur, as they are all that is known here.
function rankOf(all) {
  return [...new Set(all.map((s) => s.impact).filter(Boolean))];
}

const opened = 40; // so many subjects of a group are shown before somebody asks for more

function fillSubjects(list, count, all, impacts, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((s) => words.every((w) => s.text.includes(w)));
  const groups = new Map();
  for (const s of found) groups.set(s.group || '', [...(groups.get(s.group || '') || []), s]);
  count.textContent = words.length ? `${counted(found.length, 'match').replace('matchs', 'matches')}` : `${counted(found.length, 'scenario')} and models`;
  show(list, [...groups].sort((a, b) => order(a[0]) - order(b[0]) || a[0].localeCompare(b[0])).map(([name, subjects]) => groupOfSubjects(name, subjects, impacts, words.length > 0 || found.length < opened)));
}

const first = ['ladder', 'examples', 'models'];

function order(group) {
  const i = first.indexOf(group);
  return i < 0 ? first.length : i;
}

function groupOfSubjects(name, subjects, impacts, open) {
  return el('details', { class: 'subject-group', 'data-group': name, open: open || first.includes(name) },
    el('summary', {}, el('h2', {}, name === '.' || !name ? 'others' : name), ' ', el('span', { class: 'dim' }, subjects.length)),
    el('ul', {}, subjects.map((s) => subjectOf(s, impacts))));
}

function subjectOf(s, impacts) {
  const place = { [s.kind]: s.name };
  return el('li', {}, el('a', { href: addressOf({ ...emptyState('run'), place }), 'data-action': 'open', 'data-kind': s.kind, 'data-name': s.name },
    el('span', { class: 'title' }, s.title), el('span', { class: 'sub' }, el('span', { class: 'name' }, s.name), (s.refs || []).map((r) => ` · ${r}`), s.script && ' · a schedule',
      s.kind === 'spec' && s.model !== 'kafka' && ` · ${s.model}`)),
  s.impact && chip(s.impact, weight(s.impact, impacts)));
}
