// A state as lanes, one for each participant: its log, its badges, its fields, and what
// the last step changed in them.
import { el } from './dom.js';

// lanesOf draws the view of an event. Before is the view that was there before, if the
// changes are to be seen; worlds draws small ones.
export function lanesOf(event, before, options) {
  const view = event.view;
  const lanes = view.lanes || [];
  const sets = membership(lanes);
  const was = new Map(((before && before.lanes) || []).map((l) => [l.name, l]));
  const list = el(
    'ol',
    { class: `lanes${lanes.length < 2 ? ' alone' : ''}`, 'aria-label': (options && options.label) || 'Participants' },
    lanes.map((lane) => laneOf(lane, was.get(lane.name), changesOf(event, lane.name), sets.get(lane.name) || [])),
  );
  const stricken = (options && options.stricken) || [];
  [...list.children].forEach((lane) => lane.toggleAttribute('data-stricken', stricken.includes(lane.dataset.lane)));
  const picture =
    view.picture &&
    el(
      'pre',
      { class: 'picture', tabindex: '0', role: 'img', 'aria-label': 'The state as a picture' },
      view.picture.join('\n'),
    );
  return [picture, list];
}

function changesOf(event, lane) {
  return new Map((event.changes || []).filter((c) => c.lane === lane).map((c) => [c.field, c]));
}

// membership finds what a participant without a log says of the others: that one is its
// "leader", or that some are its "ISR". These are badges of those it speaks of.
function membership(lanes) {
  const names = new Set(lanes.map((l) => l.name));
  const found = new Map();
  for (const lane of lanes) {
    for (const field of lane.log ? [] : lane.fields || []) {
      const members = field.value.replace(/^\{(.*)\}$/, '$1').split(/,\s*/);
      if (!members.every((m) => names.has(m))) continue;
      members.forEach((m) => found.set(m, [...(found.get(m) || []), { name: field.name, by: lane.name }]));
    }
  }
  return found;
}

function laneOf(lane, was, changes, sets) {
  const role = changes.get('role');
  return el(
    'li',
    { class: 'lane', 'data-lane': lane.name, 'data-off': Boolean(lane.off), 'data-hit': changes.size > 0 },
    el(
      'div',
      { class: 'who' },
      el('strong', {}, lane.name),
      lane.badge &&
        el(
          'span',
          { class: `badge${role ? ' changed' : ''}`, title: role && role.before ? `before: ${role.before}` : null },
          lane.badge,
        ),
      sets.map((s) => el('span', { class: 'badge set', 'data-badge': s.name, title: `as ${s.by} has it` }, s.name)),
    ),
    el('div', { class: 'what' }, lane.log && logOf(lane.log, was && was.log), factsOf(lane.fields || [], changes)),
  );
}

// logOf draws a log. What was cut or deleted by the last step is still shown, struck.
function logOf(log, was) {
  const cells = log.cells || [];
  const had = (was && was.cells) || [];
  const room = Math.max(cells.length, had.length, log.capacity || 0);
  const drawn = [];
  for (let i = 0; i < room; i++) {
    if (i === log.hw) drawn.push(markOf(log.hw, was));
    drawn.push(cellOf(i, cells[i], had[i], Boolean(was)));
  }
  if (log.hw >= room) drawn.push(markOf(log.hw, was));
  return el('div', { class: 'log', 'data-log': true, role: 'img', 'aria-label': logInWords(cells, log.hw) }, drawn);
}

function markOf(hw, was) {
  return el('span', {
    class: `mark${was && was.hw !== hw ? ' moved' : ''}`,
    'data-mark': hw,
    title: `high watermark ${hw}`,
  });
}

function cellOf(i, cell, had, known) {
  const same = cell && had && cell.text === had.text && cell.epoch === had.epoch;
  if (!cell) {
    if (!had) return el('span', { class: 'cell free' });
    return el(
      'span',
      { class: 'cell gone', 'data-gone': i, title: `offset ${i}: ${had.text} of epoch ${had.epoch} is gone` },
      had.text,
      el('small', {}, `e${had.epoch}`),
    );
  }
  if (!cell.text) return el('span', { class: 'cell deleted', 'data-cell': i, title: `offset ${i}: deleted` }, '·');
  return el(
    'span',
    {
      class: `cell e${cell.epoch % 8}${known && !same ? ' new' : ''}`,
      'data-cell': i,
      'data-epoch': cell.epoch,
      title: `offset ${i}: ${cell.text} of epoch ${cell.epoch}`,
    },
    cell.text,
    el('small', {}, `e${cell.epoch}`),
  );
}

function logInWords(cells, hw) {
  const records = cells.map((c, i) => (c.text ? `${i}: ${c.text} of epoch ${c.epoch}` : `${i}: deleted`));
  return `log: ${records.join(', ') || 'empty'}; high watermark ${hw}`;
}

// factsOf lists fields with their values; what changed shows what was there before.
function factsOf(fields, changes) {
  const names = new Set(fields.map((f) => f.name));
  const left = [...changes.values()].filter(
    (c) => !names.has(c.field) && c.field !== 'role' && !/^offset /.test(c.field),
  );
  if (!fields.length && !left.length) return null;
  return el(
    'dl',
    { class: 'facts' },
    fields.map((f) => factOf(f.name, f.value, changes.get(f.name))),
    left.map((c) => factOf(c.field, c.after, c)),
  );
}

function factOf(name, value, change) {
  return el(
    'div',
    { class: change ? 'changed' : '', 'data-field-name': name },
    el('dt', {}, name),
    el(
      'dd',
      {},
      change && change.before !== '' && el('span', { class: 'was' }, `${change.before} → `),
      value === '' ? '–' : value,
    ),
  );
}
