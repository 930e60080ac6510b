// The third screen: a form about a cluster, and what can happen to it. Each story opens
// step by step.
import { announce, chip, counted, el, show, weight } from './dom.js';
import { addressOf, emptyState } from './address.js';
import { progressOf } from './searches.js';

// clusterScreen is the screen of a cluster.
export function clusterScreen(app) {
  const s = { app, state: app.state, form: null, running: null, title: 'my cluster' };
  s.fields = el('form', {
    class: 'card form',
    'data-form': 'cluster',
    'aria-label': 'The cluster',
    onsubmit: (e) => {
      e.preventDefault();
      assess(s);
    },
  });
  s.found = el('div', { class: 'findings' });
  s.root = el(
    'div',
    { class: 'cluster' },
    el(
      'header',
      { class: 'head' },
      el('h1', {}, 'What can happen to my cluster'),
      el(
        'p',
        { class: 'lead' },
        'Say what it runs and what it is to survive. What can be lost is searched for, told, and opened step by step.',
      ),
    ),
    el('div', { class: 'cluster-columns' }, s.fields, s.found),
  );
  return {
    root: s.root,
    get title() {
      return s.title;
    },
    update(state) {
      updateCluster(s, state);
    },
    leave() {
      s.running?.cancel();
      s.running = null;
    },
  };
}

async function updateCluster(s, state) {
  s.state = state;
  s.app.busy(true);
  try {
    s.form ||= s.app.kept.form ||= await s.app.ask({ op: 'form' });
  } catch (e) {
    show(s.fields, [el('p', { class: 'error', 'data-error': true }, e.message)]);
    return;
  } finally {
    s.app.busy(false);
  }
  show(s.fields, fieldsOf(s.form, state.cluster));
  const kept = s.app.kept.assessed;
  if (kept && kept.key === JSON.stringify(state.cluster)) show(s.found, findingsOf(s, kept.answer));
  else if (!s.running) show(s.found, []);
}

function fieldsOf(form, cluster) {
  const labelled = (id, label, field, doc) =>
    el(
      'div',
      { class: 'field' },
      el('label', { for: id }, label),
      field,
      doc && el('p', { class: 'dim', id: `${id}-doc` }, doc),
    );
  const settings = cluster.settings || {};
  const release = cluster.release || form.releases.at(-1);
  return [
    labelled(
      'field-release',
      'Release',
      el(
        'select',
        { id: 'field-release', 'data-field': 'release', name: 'release' },
        [...form.releases].reverse().map((r) => el('option', { value: r, selected: r === release }, r)),
      ),
    ),
    form.settings.map((f) => labelled(`field-${f.name}`, f.name, fieldOf(f, settings[f.name] || ''), f.doc)),
    labelled(
      'field-survive',
      'It is to survive',
      el(
        'textarea',
        { id: 'field-survive', 'data-field': 'survive', name: 'survive', rows: '3', placeholder: form.survive },
        cluster.survive || '',
      ),
      `Events with their numbers; what is not named is taken as usual, and "nothing else" ends the list. Usual is: ${form.survive}.`,
    ),
    labelled(
      'field-file',
      'Or a properties file',
      el(
        'textarea',
        {
          id: 'field-file',
          'data-field': 'file',
          name: 'file',
          rows: '5',
          spellcheck: 'false',
          placeholder: 'the text of the file',
        },
        cluster.file || '',
      ),
      'Its settings count where the form says nothing.',
    ),
    el(
      'p',
      { class: 'buttons' },
      el('button', { type: 'submit', class: 'primary', 'data-action': 'assess' }, 'What can happen?'),
    ),
  ];
}

function fieldOf(f, value) {
  const common = {
    id: `field-${f.name}`,
    'data-field': f.name,
    name: f.name,
    'aria-describedby': f.doc ? `field-${f.name}-doc` : null,
  };
  const usual = f.default ? `as usual: ${f.default}` : 'not given';
  if (!f.choices || !f.choices.length)
    return el('input', { ...common, type: 'text', value, placeholder: usual, autocomplete: 'off' });
  return el(
    'select',
    common,
    el('option', { value: '' }, usual),
    f.choices.map((c) => el('option', { value: c, selected: c === value }, c)),
  );
}

// clusterOf reads the form.
function clusterOf(s) {
  const cluster = { settings: {} };
  for (const field of s.fields.querySelectorAll('[data-field]')) {
    const name = field.dataset.field;
    if (!field.value.trim()) continue;
    if (['release', 'survive', 'file'].includes(name)) cluster[name] = field.value;
    else cluster.settings[name] = field.value.trim();
  }
  return cluster;
}

async function assess(s) {
  s.running?.cancel();
  const cluster = clusterOf(s);
  const progress = progressOf(() => s.running?.cancel());
  const promise = s.app.carrier.ask({ op: 'assess', cluster }, progress.tell);
  s.running = promise;
  s.app.go({ ...s.state, cluster });
  show(s.found, [el('div', { class: 'card' }, progress.root)]);
  try {
    const answer = await promise;
    if (s.running !== promise) return;
    s.app.kept.assessed = { key: JSON.stringify(s.state.cluster), answer };
    show(s.found, findingsOf(s, answer));
    announce(`${answer.answer.found.length} findings`);
  } catch (e) {
    if (s.running === promise)
      show(s.found, [el('p', { class: 'card error', 'data-error': true }, e.cancelled ? 'Cancelled.' : e.message)]);
  } finally {
    if (s.running === promise) s.running = null;
  }
}

function findingsOf(s, { answer, opens }) {
  const cluster = answer.cluster;
  const lost = s.app.home.specs.filter((one) => one.lost).map((one) => one.impact);
  return [
    el(
      'section',
      { class: 'card', 'aria-labelledby': 'heading-found' },
      el(
        'h2',
        { id: 'heading-found' },
        answer.found.length
          ? `${counted(answer.found.length, 'thing')} can happen within what it is to survive`
          : 'Nothing was found within what it is to survive',
      ),
      el(
        'p',
        { class: 'meta' },
        el('span', {}, cluster.as || cluster.release),
        (cluster.settings || []).map((g) => el('span', { class: 'name' }, `${g.name}=${g.value}`)),
        el('span', {}, `${answer.seconds.toFixed(1)} s`),
      ),
      answer.expired && el('p', { class: 'error' }, 'Time ended the search before all was looked for.'),
      (cluster.no_part || []).map((n) => el('p', { class: 'dim' }, `${n.name}: ${n.why}`)),
    ),
    answer.found.map((f, i) => findingOf(f, opens[i], lost)),
    listOf('It takes more than that', answer.beyond, (f) => findingOf(f, null, lost)),
    listOf('Looked for, and not found', answer.absent, (f) => el('p', {}, chip(f.impact, 'quiet'), ' ', f.title)),
    listOf('This configuration cannot have', answer.skipped, (n) =>
      el('p', {}, n.name, el('span', { class: 'dim' }, `: ${n.why}`)),
    ),
    listOf('Losses on record for this release that were not looked for', answer.on_file, (name) =>
      el('p', {}, el('a', { href: addressOf({ ...emptyState('run'), place: { spec: name } }) }, name)),
    ),
  ];
}

function listOf(title, all, entry) {
  if (!all || !all.length) return null;
  return el('details', { class: 'card' }, el('summary', {}, `${title} (${all.length})`), all.map(entry));
}

// likely says how much has to come together.
const likely = {
  always: 'always: no race is needed',
  often: 'often',
  window: 'if a moment is met',
  rare: 'if several moments are met',
};

function findingOf(f, open, lost) {
  const has = open && (open.place.spec || open.place.model);
  return el(
    'article',
    { class: 'card finding', 'data-finding': f.harm, 'data-impact': f.impact },
    el(
      'p',
      {},
      chip(f.impact, weight(f.impact, lost)),
      ' ',
      chip(f.by_design ? 'by design' : likely[f.likely] || f.likely, 'quiet'),
      ' ',
      el('span', { class: 'dim' }, f.events || ''),
    ),
    el('h3', {}, f.title),
    el('p', {}, f.story),
    f.shows && f.shows.length > 0 && rowOf('A cluster shows', f.shows),
    f.closed && rowOf('Closed by', [closedBy(f.closed)]),
    f.remedies && f.remedies.length > 0 && rowOf('What helps', f.remedies.map(remedyOf)),
    f.refs && rowOf('See', [f.refs.join(', ')]),
    f.command && rowOf('Run it', [el('code', {}, f.command)]),
    has &&
      el(
        'p',
        {},
        el(
          'a',
          {
            class: 'button',
            'data-action': 'open-story',
            href: addressOf({ ...emptyState('run'), place: open.place, steps: open.steps || [], at: open.at }),
          },
          `Open it step by step: ${(open.steps || []).length} steps`,
        ),
      ),
  );
}

function rowOf(name, values) {
  return el(
    'dl',
    { class: 'row' },
    el('dt', {}, name),
    values.map((v) => el('dd', {}, v)),
  );
}

function closedBy(c) {
  if (c.variant)
    return [c.variant, c.ported && ` (also in ${c.ported})`, c.says && `: ${c.says}`].filter(Boolean).join('');
  return (
    c.says ||
    (c.cut ? 'not decided: a limit ended the search' : `none of the ${c.tried} later releases that were tried`)
  );
}

function remedyOf(r) {
  const state = r.open ? 'not decided' : r.helps ? 'helps' : 'does not help here';
  return el(
    'span',
    {},
    el('span', { class: `state ${r.helps ? 'yes' : 'no'}` }, state),
    ' ',
    el('b', {}, r.name),
    r.says && `: ${r.says}`,
  );
}
