// What the state says of the claims: those that are broken first, the worst of them on
// top, each with its parts as they are here.
import { action, card, chip, el, show, weight } from './dom.js';

// claimsOf is an empty panel: fill(claims, setting) shows what a state says.
export function claimsOf(seek) {
  const list = el('div', { class: 'claim-list' });
  const root = card('claims', 'Claims', {}, list);
  return {
    root,
    fill(claims, setting) {
      const known = new Map(setting.claims.map((c) => [c.name, c]));
      const sorted = worstFirst(claims, setting);
      const open = new Set([...list.querySelectorAll('details[open]')].map((d) => d.dataset.claim));
      const more = setting.claims.filter((c) => !claims.some((h) => h.name === c.name));
      show(
        list,
        [
          ...sorted.map((c) => claimOf(c, known.get(c.name) || {}, setting, open, seek)),
          more.length && moreOf(more, seek),
        ],
        '#heading-claims',
      );
      const broken = claims.filter((c) => c.decided && !(known.get(c.name) || {}).goal).length;
      root.querySelector('h2').textContent = broken
        ? `Claims: ${broken} of ${claims.length} broken here`
        : 'Claims: none is broken here';
    },
  };
}

// worstFirst sorts: what is decided first, then by what it means.
function worstFirst(claims, setting) {
  const rank = (c) => {
    const i = setting.impacts.findIndex((x) => x.name === c.impact);
    return (c.decided ? 0 : 1000) + (i < 0 ? 500 : i);
  };
  return [...claims].sort((a, b) => rank(a) - rank(b));
}

function claimOf(claim, about, setting, open, seek) {
  const parts = claim.parts || [];
  const state = claim.decided ? (about.goal ? 'reached' : 'broken') : about.goal ? 'not reached' : 'holds';
  return el(
    'details',
    {
      'data-claim': claim.name,
      'data-decided': String(Boolean(claim.decided)),
      class: claim.decided ? weight(claim.impact, setting.lost) : '',
      open: open.has(claim.name) || (claim.decided && weight(claim.impact, setting.lost) === 'bad'),
    },
    el(
      'summary',
      {},
      el('span', { class: `state ${claim.decided ? 'no' : 'yes'}` }, state),
      ' ',
      el('span', { class: 'name' }, claim.name),
      ' ',
      claim.impact && chip(claim.impact, claim.decided ? weight(claim.impact, setting.lost) : 'quiet'),
    ),
    about.doc && el('p', {}, about.doc, about.ref && el('span', { class: 'dim' }, ` ${about.ref}`)),
    claim.witness && el('p', { class: 'witness' }, claim.witness),
    parts.length > 0 &&
      el(
        'ul',
        { class: `parts${claim.decided ? ' decided' : ''}` },
        parts.map((p) =>
          el(
            'li',
            { 'data-part': String(p.holds), class: p.holds ? 'yes' : 'no' },
            el('b', {}, p.holds ? 'yes' : 'no'),
            ' ',
            p.text,
          ),
        ),
      ),
    !claim.decided &&
      action(
        'seek',
        { 'data-claim-name': claim.name, onclick: () => seek([claim.name]) },
        about.goal ? 'Shortest way to it' : 'Shortest way to break it',
      ),
  );
}

function moreOf(more, seek) {
  return el(
    'details',
    { class: 'more' },
    el('summary', {}, `Claims that a step alone does not decide, or that nobody asked for (${more.length})`),
    el(
      'ul',
      {},
      more.map((c) =>
        el(
          'li',
          {},
          el('span', { class: 'name' }, c.name),
          ' ',
          c.doc,
          ' ',
          c.asked &&
            action(
              'seek',
              { 'data-claim-name': c.name, onclick: () => seek([c.name]) },
              `Shortest way to ${c.goal ? 'reach' : 'break'} ${c.name}`,
            ),
        ),
      ),
    ),
  );
}

// strickenOf are the participants that the worst of what is broken speaks of.
export function strickenOf(claims, setting, names) {
  const broken = worstFirst(
    claims.filter((c) => c.decided && !setting.claims.some((k) => k.goal && k.name === c.name)),
    setting,
  );
  const words = new Set((broken.length && broken[0].witness && broken[0].witness.match(/[\w-]+/g)) || []);
  return names.filter((n) => words.has(n));
}

// alertsOf are the claims that are broken now, the worst large.
export function alertsOf(claims, setting) {
  const goals = new Set(setting.claims.filter((c) => c.goal).map((c) => c.name));
  const broken = worstFirst(
    claims.filter((c) => c.decided),
    setting,
  );
  if (!broken.length) return null;
  const [worst, ...rest] = broken;
  return el(
    'div',
    { class: `alert ${weight(worst.impact, setting.lost)}`, role: 'group', 'aria-label': 'Broken here' },
    el(
      'p',
      { 'data-alert': worst.name },
      el('strong', {}, worst.impact || (goals.has(worst.name) ? 'reached' : 'broken')),
      ' ',
      el('span', { class: 'name' }, worst.name),
      worst.witness && `: ${worst.witness}`,
    ),
    rest.length > 0 &&
      el(
        'p',
        { class: 'also' },
        'also ',
        rest.map((c, i) => [
          i ? ', ' : '',
          el('span', { class: 'name', 'data-alert': c.name, title: c.witness }, c.name),
        ]),
      ),
  );
}
