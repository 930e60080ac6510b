'use strict';
const errors = [];
addEventListener('error', e => errors.push(e.message));
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const columns = [...document.querySelectorAll('.col')];
const last = data.steps.length - 1;
let now = -1, showAll = false;

// el makes an element: its text is never read as markup.
function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) if (v !== undefined && v !== false) e.setAttribute(k, v);
  e.append(...children.filter(c => c !== undefined && c !== null && c !== ''));
  return e;
}

function show(i, scroll) {
  i = Math.max(0, Math.min(last, i));
  if (i === now) return;
  now = i;
  columns.forEach((c, n) => {
    n === i ? c.setAttribute('aria-current', 'step') : c.removeAttribute('aria-current');
    c.parentNode.classList.toggle('here', n === i);
    c.parentNode.classList.toggle('near', n === i - 1);
  });
  if (scroll) columns[i].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  $('range').value = i;
  $('prev').disabled = $('first').disabled = i === 0;
  $('next').disabled = i === last;
  tell();
}

function tell() {
  const s = data.steps[now];
  const rule = [s.action, s.ref, s.aside && 'the violation does not depend on this step'].filter(Boolean).join(' · ');
  $('story').replaceChildren(el('b', {}, (now ? 'Step ' + now + ' of ' + last + ': ' : 'Start: ') + s.title + '. '), s.words || '', ' ', el('span', { class: 'rule' }, rule && '[' + rule + ']'));
  const lanes = (s.lanes || []).filter(l => showAll || l.rows.some(r => r[1] !== r[2]));
  $('changed').replaceChildren(el('h2', {}, showAll ? 'The whole state' : now ? 'What this step changed' : 'The state'),
    s.scene ? el('pre', {}, s.scene.join('\n')) : '', ...lanes.map(card),
    lanes.length ? '' : el('p', {}, 'Nothing that the picture shows.'));
  parts(s);
  elsewhere(s);
}

function card(lane) {
  const rows = lane.rows.filter(r => showAll || r[1] !== r[2]).map(([name, was, is]) => {
    const changed = was !== is && now > 0;
    return el('tr', { class: changed && 'chg' }, el('td', {}, name), changed && name === 'log' ? log(was, is) : el('td', {}, changed ? el('s', {}, was || 'nothing') : '', is || 'nothing'));
  });
  return el('div', { class: lane.off ? 'card off' : 'card' }, el('h3', {}, lane.name + (lane.off ? ' (not running)' : '')), el('table', {}, el('tbody', {}, ...rows)));
}

// log shows a log that changed: what stayed, what was cut, what was written.
function log(was, is) {
  const a = was ? was.split(' ') : [], b = is ? is.split(' ') : [];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const cut = a.slice(same).join(' '), fresh = b.slice(same).join(' ');
  return el('td', {}, el('span', { class: 'kept' }, b.slice(0, same).join(' ') + ' '), cut && el('s', { class: 'bad' }, cut), cut && ' ', fresh, b.length ? '' : ' nothing');
}

function parts(s) {
  const before = now ? data.steps[now - 1].parts || [] : [];
  const word = p => p.holds ? 'yes' : 'no';
  const rows = (s.parts || []).map((p, i) => el('tr', {},
    el('td', { class: p.holds ? 'good' : 'bad' }, before[i] && before[i].holds !== p.holds ? el('s', {}, word(before[i])) : '', word(p)), el('td', {}, p.text)));
  $('parts').replaceChildren(...rows.length ? [el('h2', {}, 'What the property asks, here'), el('div', { class: 'card parts' }, el('table', {}, el('tbody', {}, ...rows)))] : []);
}

function elsewhere(s) {
  const o = s.other;
  if (!o) return $('elsewhere').replaceChildren();
  const told = [el('h2', {}, 'Under ' + data.names[1])];
  if (now === data.parting) told.push(el('p', { class: 'bad' }, 'Here the two part.'));
  (o.extra || []).forEach(w => told.push(el('p', {}, 'Before that: ' + w)));
  told.push(el('p', {}, o.words));
  if (o.changes && o.changes.length) {
    told.push(el('div', { class: 'card' }, el('table', {}, el('tbody', {},
      el('tr', {}, el('td', {}, ''), el('td', {}, el('b', {}, data.names[0])), el('td', {}, el('b', {}, data.names[1]))),
      ...o.changes.map(c => el('tr', {}, el('td', {}, c.lane + ' ' + c.field), el('td', {}, c.before || 'nothing'), el('td', {}, c.after || 'nothing')))))));
  }
  $('elsewhere').replaceChildren(...told);
}

function press(id, on) { $(id).setAttribute('aria-pressed', on); return on; }
function single(on) { document.body.classList.toggle('single', press('single', on)); }
function all(on) { showAll = press('all', on); tell(); }
function theme(name) { document.documentElement.style.colorScheme = name; }
function dark() { return getComputedStyle(document.documentElement).colorScheme === 'dark' || document.documentElement.style.colorScheme === '' && matchMedia('(prefers-color-scheme:dark)').matches; }

const actions = {
  first: () => show(0, true), prev: () => show(now - 1, true), next: () => show(now + 1, true),
  wrong: () => show(data.wrong, true), end: () => show(last, true),
  single: () => { single(!document.body.classList.contains('single')); columns[now].scrollIntoView({ block: 'nearest' }); }, all: () => all(!showAll), theme: () => theme(dark() ? 'light' : 'dark'),
};
for (const id in actions) $(id).onclick = actions[id];
const keys = { ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'end', w: 'wrong', v: 'end', o: 'single', a: 'all', t: 'theme' };
addEventListener('keydown', e => {
  const act = keys[e.key];
  if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  actions[act]();
});
columns.forEach((c, i) => c.onclick = () => show(i));
$('range').oninput = e => show(+e.target.value, true);
$('timeline').append(...data.timeline.map(m => {
  const b = el('button', { class: m.class }, m.step ? 'Step ' + m.step + ': ' : 'Start: ', m.words);
  b.onclick = () => show(m.step, true);
  return el('li', {}, b);
}));

// Steps without news are folded until they are asked for.
document.querySelectorAll('.fold button').forEach(b => b.onclick = () => {
  columns.slice(+b.dataset.from, +b.dataset.until + 1).forEach(c => c.parentNode.classList.remove('quiet'));
  b.parentNode.remove();
});

// flat puts the chosen step's details below the picture where there is no
// room beside it, or where all steps fit into one row without them.
function flat() { document.body.classList.toggle('flat', innerWidth < 980 || innerWidth >= columns.length * (data.width + 5) + 48); }
addEventListener('resize', flat);
flat();

$('wrong').hidden = data.wrong === last; // then the end says it all

// The page can be told how to open: page.html#step=4&theme=dark&single=on.
const asked = new URLSearchParams(location.hash.slice(1));
if (asked.has('theme')) theme(asked.get('theme'));
show(asked.has('step') ? +asked.get('step') : data.wrong);
if ($('lesson') && innerWidth < 560) $('lesson').open = false;
if (asked.get('single') === 'on' || !asked.has('single') && innerWidth < 560) single(true);

// page.html#selftest walks through every step and control and writes what it
// found where a test can read it.
function selftest() {
  const check = (ok, what) => { if (!ok) errors.push(what); };
  const key = k => dispatchEvent(new KeyboardEvent('keydown', { key: k }));
  key('Home');
  for (let i = 0; i <= last; i++) {
    check(now === i, 'at step ' + now + ', want ' + i);
    check(columns[i].getAttribute('aria-current') === 'step', 'column ' + i + ' is not marked');
    check($('story').textContent.includes(data.steps[i].title), 'the story of step ' + i + ' is missing');
    check(!i || !data.steps[i].lanes.length || $('changed').querySelector('.chg,p'), 'step ' + i + ' shows no change');
    check(columns[i].getBoundingClientRect().width > 60, 'column ' + i + ' is not visible');
    i % 2 ? key('ArrowRight') : $('next').click();
  }
  check(now === last && $('next').disabled, 'the walk does not end at the last step');
  $('first').click(); check(now === 0 && $('prev').disabled, 'First');
  key('w'); check(now === data.wrong, 'w leads to ' + now);
  key('v'); check(now === last, 'v leads to ' + now);
  $('range').value = 0; $('range').dispatchEvent(new Event('input')); check(now === 0, 'the slider leads to ' + now);
  columns[last].click(); check(now === last, 'a click on a column leads to ' + now);
  document.querySelectorAll('#timeline button').forEach((b, i) => { b.click(); check(now === data.timeline[i].step, 'timeline ' + i); });
  document.querySelectorAll('.fold button').forEach(b => { const c = columns[+b.dataset.from]; b.click(); check(c.getBoundingClientRect().width > 60, 'a run of steps does not unfold'); });
  const few = $('changed').querySelectorAll('tr').length;
  key('a'); check($('changed').querySelectorAll('tr').length >= few, 'a shows less'); key('a');
  key('o'); check(document.querySelectorAll('.single li.here').length === 1, 'one step at a time'); key('o');
  const before = getComputedStyle(document.body).backgroundColor;
  key('t'); check(getComputedStyle(document.body).backgroundColor !== before, 'light and dark are the same'); key('t');
  document.querySelectorAll('button,input').forEach(b => check(b.textContent.trim() || b.getAttribute('aria-label'), 'a control without a name: ' + b.id));
  check(document.documentElement.scrollWidth <= innerWidth + 1, 'the page is wider than the window: ' + document.documentElement.scrollWidth);
  document.documentElement.dataset.selftest = errors.length ? 'failed: ' + errors.join('; ') : 'passed ' + (last + 1) + ' states';
}
if (asked.has('selftest')) { single(false); selftest(); }
