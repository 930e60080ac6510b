'use strict';
const errors = [];
addEventListener('error', e => errors.push(e.message));
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const root = document.documentElement, body = document.body, names = document.querySelector('.names');
const wide = e => e.getBoundingClientRect().width;
const steps = [...document.querySelectorAll('.step')], buttons = steps.map(s => s.querySelector('.col'));
const last = data.steps.length - 1;
let now = -1, showAll = false, ready = false;
const chosen = {}; // what the address keeps beside the step

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
  steps.forEach((s, n) => {
    n === i ? buttons[n].setAttribute('aria-current', 'step') : buttons[n].removeAttribute('aria-current');
    s.classList.toggle('here', n === i);
    s.classList.toggle('near', n === i - 1);
  });
  if (body.classList.contains('single')) fit();
  if (scroll) reach();
  $('range').value = i;
  $('range').setAttribute('aria-valuetext', i ? 'Step ' + i + ': ' + data.steps[i].title : 'Start');
  $('prev').disabled = $('first').disabled = i === 0;
  $('next').disabled = i === last;
  tell();
  remember();
}

// reach brings the chosen step into sight, beside the names.
function reach() {
  const box = $('scroll').getBoundingClientRect(), at = steps[now].getBoundingClientRect(), left = box.left + wide(names);
  const over = at.right - box.right, under = at.left - left;
  if (under < 0 || over > 0) $('scroll').scrollBy({ left: under < 0 ? under - at.width : Math.min(over + at.width, under) });
}

// remember keeps step, mode and theme in the address, so that it leads back here.
function remember() {
  if (!ready) return;
  const p = new URLSearchParams({ step: now, ...chosen });
  try { history.replaceState(null, '', '#' + p); } catch { location.replace('#' + p); }
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
function mode(id, on) { chosen[id] = on ? 'on' : 'off'; remember(); return press(id, on); }
function single(on) { body.classList.toggle('single', press('single', on)); fit(); reach(); }
function project(on) {
  body.classList.toggle('project', mode('project', on));
  fit(); reach();
  const asked = on ? root.requestFullscreen && root.requestFullscreen() : document.fullscreenElement && document.exitFullscreen();
  if (asked) asked.catch(() => 0); // without a key or a click no browser gives the whole screen
}
function all(on) { showAll = mode('all', on); tell(); }
function theme(name) { root.style.colorScheme = chosen.theme = name; remember(); }
function dark() { return getComputedStyle(root).colorScheme === 'dark' || root.style.colorScheme === '' && matchMedia('(prefers-color-scheme:dark)').matches; }

const actions = {
  first: () => show(0, true), prev: () => show(now - 1, true), next: () => show(now + 1, true),
  wrong: () => show(data.wrong, true), end: () => show(last, true),
  single: () => single(mode('single', !body.classList.contains('single'))), project: () => project(!body.classList.contains('project')),
  all: () => all(!showAll), theme: () => theme(dark() ? 'light' : 'dark'),
};
for (const id in actions) $(id).onclick = actions[id];
const keys = { ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'end', w: 'wrong', v: 'end', o: 'single', p: 'project', a: 'all', t: 'theme' };
addEventListener('keydown', e => {
  const act = e.key === 'Escape' && body.classList.contains('project') ? 'project' : keys[e.key];
  if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  actions[act]();
});
steps.forEach((s, i) => s.onclick = () => show(i));
$('range').oninput = e => show(+e.target.value, true);
$('timeline').append(...data.timeline.map(m => {
  const b = el('button', { class: m.class }, m.step ? 'Step ' + m.step + ': ' : 'Start: ', m.words);
  b.onclick = () => show(m.step, true);
  return el('li', {}, b);
}));

// Steps without news are folded until they are asked for.
document.querySelectorAll('.fold button').forEach(b => b.onclick = () => {
  steps.slice(+b.dataset.from, +b.dataset.until + 1).forEach(s => s.classList.remove('quiet'));
  buttons[+b.dataset.from].focus();
  b.parentNode.remove();
  fit();
});

// The steps in words, for paper.
data.steps.forEach((s, i) => {
  if (s.begins) $('told').append(el('h3', {}, s.begins));
  $('told').append(el('p', {}, el('b', {}, (i ? i + '. ' : '') + s.title + '. '), s.words || '', (s.other && s.other.words !== 'The same.') ? ' Under ' + data.names[1] + ': ' + [...(s.other.extra || []), s.other.words].join(' ') : ''));
});

// fit sets how large the picture is drawn: as it is, or larger where a short
// trace, one step or a whole screen leaves room.
function fit() {
  const scale = z => root.style.setProperty('--z', z), is = mode => body.classList.contains(mode);
  scale(1);
  const box = $('scroll'), beside = wide(names), two = beside + 2 * data.width;
  const pair = body.classList.toggle('pair', is('single') && (is('project') || box.clientWidth >= two));
  let z = Math.min(box.clientWidth / [...$('picture').children].reduce((sum, c) => sum + wide(c), 0), 1.3);
  if (is('single')) z = Math.min(box.clientWidth / (pair ? two : beside + data.width), 1.5);
  if (is('project')) {
    const high = [...$('picture').children].map(c => [...c.children].reduce((sum, e) => sum + e.getBoundingClientRect().height, 0));
    z = Math.min(box.clientHeight / Math.max(...high), box.clientWidth / two, 4);
  }
  scale(Math.max(1, Math.floor(z * 100) / 100));
}
addEventListener('resize', () => { fit(); reach(); });
document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement && body.classList.contains('project') && chosen.full) project(false); chosen.full = undefined; });

addEventListener('beforeprint', () => ['more', 'lesson'].forEach(id => { if ($(id)) $(id).open = true; }));

$('wrong').hidden = data.wrong === last; // then the end says it all

// open does what the address asks for: page.html#step=4&theme=dark&single=on,
// also project and all.
function open() {
  const asked = new URLSearchParams(location.hash.slice(1)), on = id => asked.get(id) === 'on';
  for (const id of ['single', 'project', 'all', 'theme']) if (asked.has(id)) chosen[id] = asked.get(id);
  if (asked.has('theme')) theme(asked.get('theme'));
  show(asked.has('step') ? +asked.get('step') || 0 : now < 0 ? data.wrong : now);
  single(on('single') || !asked.has('single') && innerWidth < 560);
  if (on('project') !== body.classList.contains('project')) project(on('project'));
  if (on('all') !== showAll) all(on('all'));
  reach();
  return asked;
}
addEventListener('hashchange', open);
const asked = open();
ready = true;

// inSight reports whether a step can be seen, not hidden behind the names.
function inSight(step) {
  const at = step.getBoundingClientRect(), box = $('scroll').getBoundingClientRect();
  return at.width > 60 && at.right <= box.right + 2 && at.left >= box.left + wide(names) - 2;
}

// drawn looks at the picture: words that are whole, none that is faded, names
// that stay where they are, lanes that go through.
function drawn(check) {
  const left = names.getBoundingClientRect().left;
  $('scroll').scrollLeft = 1e6;
  check(Math.abs(names.getBoundingClientRect().left - left) < 1, 'the names do not stay beside the steps');
  const top = e => Math.round(e.querySelector('svg').getBoundingClientRect().top);
  const shown = steps.filter(wide);
  check(shown.every(s => top(s) === top(shown[0])), 'the steps are not in one row');
  document.querySelectorAll('.step svg text').forEach(t => {
    const box = t.getBBox(), i = t.closest('.step').dataset.step;
    check(box.x + box.width <= data.width + 2, 'step ' + i + ' is too narrow for: ' + t.textContent);
    check(!t.classList.contains('ms') || !/…$/.test(t.textContent), 'a message is cut: ' + t.textContent);
    for (let e = t; e && e !== body; e = e.parentElement) check(+getComputedStyle(e).opacity === 1, 'faded words in step ' + i + ': ' + t.textContent);
  });
  document.querySelectorAll('.step svg rect:not(.band)').forEach(r => check(+getComputedStyle(r).fillOpacity === 1, 'something is faded: ' + r.getAttribute('class')));
  document.querySelectorAll('.fold').forEach(f => check(top(f) === top(shown[0]) && wide(f.querySelector('svg')) >= wide(f) - 2, 'the lanes end where steps are folded'));
  reach();
}

// page.html#selftest walks through every step and control and writes what it
// found where a test can read it.
function selftest() {
  const check = (ok, what) => { if (!ok) errors.push(what); };
  const key = k => dispatchEvent(new KeyboardEvent('keydown', { key: k }));
  key('Home');
  for (let i = 0; i <= last; i++) {
    check(now === i, 'at step ' + now + ', want ' + i);
    check(buttons[i].getAttribute('aria-current') === 'step', 'column ' + i + ' is not marked');
    check($('story').textContent.includes(data.steps[i].title), 'the story of step ' + i + ' is missing');
    check(!i || !data.steps[i].lanes.length || $('changed').querySelector('.chg,p'), 'step ' + i + ' shows no change');
    check(inSight(steps[i]), 'column ' + i + ' is not in sight');
    check(!i || new URLSearchParams(location.hash.slice(1)).get('step') === '' + i, 'the address of step ' + i + ' is ' + location.hash);
    i % 2 ? key('ArrowRight') : $('next').click();
  }
  check(now === last && $('next').disabled, 'the walk does not end at the last step');
  $('first').click(); check(now === 0 && $('prev').disabled, 'First');
  key('w'); check(now === data.wrong, 'w leads to ' + now);
  key('v'); check(now === last, 'v leads to ' + now);
  $('range').value = 0; $('range').dispatchEvent(new Event('input')); check(now === 0, 'the slider leads to ' + now);
  buttons[last].click(); check(now === last, 'a click on a column leads to ' + now);
  document.querySelectorAll('#timeline button').forEach((b, i) => { b.click(); check(now === data.timeline[i].step, 'timeline ' + i); });
  drawn(check);
  document.querySelectorAll('.fold button').forEach(b => { const s = steps[+b.dataset.from]; b.click(); check(s.getBoundingClientRect().width > 60, 'a run of steps does not unfold'); });
  drawn(check);
  const few = $('changed').querySelectorAll('tr').length;
  key('a'); check($('changed').querySelectorAll('tr').length >= few, 'a shows less'); key('a');
  key('o'); check(document.querySelectorAll('.single li.here').length === 1 && inSight(steps[now]), 'one step at a time'); key('o');
  key('p');
  check(body.classList.contains('project') && $('project').getAttribute('aria-pressed') === 'true', 'p does not fill the screen');
  check(parseFloat(getComputedStyle($('story')).fontSize) >= 20 && inSight(steps[now]), 'nobody reads that from the last row');
  check(location.hash.includes('project=on'), 'the address does not say that the screen is filled');
  key('Escape'); check(!body.classList.contains('project'), 'Escape does not leave');
  const before = getComputedStyle(document.body).backgroundColor;
  key('t'); check(getComputedStyle(document.body).backgroundColor !== before, 'light and dark are the same'); key('t');
  const asWas = location.hash;
  location.hash = 'step=1&theme=dark&all=on'; open();
  check(now === Math.min(1, last) && dark() && showAll, 'an address with step, theme and mode is not followed');
  location.hash = asWas; open();
  check($('told').querySelectorAll('p').length === last + 1, 'the steps in words are not all there');
  document.querySelectorAll('button,input').forEach(b => check(b.textContent.trim() || b.getAttribute('aria-label'), 'a control without a name: ' + b.id));
  document.querySelectorAll('[aria-label]').forEach(e => { if (e.matches('button') && /[a-z]/i.test(e.textContent)) check(e.getAttribute('aria-label').includes(e.textContent.trim()), 'a name without its words: ' + e.textContent); });
  check(root.scrollWidth <= innerWidth + 1, 'the page is wider than the window: ' + root.scrollWidth);
  root.dataset.selftest = errors.length ? 'failed: ' + errors.join('; ') : 'passed ' + (last + 1) + ' states';
}
if (asked.has('selftest')) { single(false); selftest(); }
