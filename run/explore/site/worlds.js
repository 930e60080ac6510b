// The second screen: a course under two sets of rules, step by step, with the first step
// that parts them, and what stands behind it.
import { action, announce, chip, counted, el, show } from './dom.js';
import { otherPlace, placeKey } from './address.js';
import { lanesOf } from './lanes.js';
import { arrowList } from './arrows.js';
import { marksOf } from './story.js';
import { behindOf } from './behind.js';

// worldsScreen is the screen of two worlds.
export function worldsScreen(app) {
  const s = { app, state: app.state, setting: null, answer: null, asked: '', turn: 0, title: 'two worlds' };
  app.kept.settings ||= new Map();
  s.head = el('header', { class: 'head' });
  s.note = el('div', { class: 'alerts' });
  s.rules = el('section', { class: 'card behind', 'aria-labelledby': 'heading-behind' });
  s.strip = el('ol', { class: 'strip', 'aria-label': 'Steps' });
  s.sides = el('div', { class: 'sides' });
  s.all = el('section', { class: 'card', 'aria-labelledby': 'heading-all' });
  s.root = el(
    'div',
    { class: 'two' },
    s.head,
    s.note,
    el('nav', { class: 'card', 'aria-label': 'Steps of the course' }, s.strip),
    s.sides,
    s.rules,
    s.all,
  );
  return {
    root: s.root,
    get title() {
      return s.title;
    },
    update(state) {
      updateWorlds(s, state);
    },
    leave() {
      s.turn++;
    },
    key(e) {
      stepKeys(s, e);
    },
  };
}

function stepKeys(s, e) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (!by || !s.answer || e.ctrlKey || e.metaKey || e.altKey) return;
  const to = s.state.at + by;
  if (to < 0 || to >= s.answer.left.length) return;
  e.preventDefault();
  s.app.go({ ...s.state, at: to }, true);
}

async function updateWorlds(s, state) {
  const turn = ++s.turn;
  s.state = state;
  s.app.busy(true); // until it is drawn
  try {
    const key = placeKey(state.place);
    s.setting = s.app.kept.settings.get(key) || (await s.app.ask({ op: 'place', place: state.place }));
    s.app.kept.settings.set(key, s.setting);
    if (turn !== s.turn) return;
    if (!Object.keys(state.other).length && s.setting.against) {
      s.app.go({ ...state, other: against(s.setting) }, true);
      return;
    }
    const asked = JSON.stringify([key, state.steps, state.other]);
    if (s.asked !== asked) {
      const answer = await s.app.ask({
        op: 'worlds',
        place: state.place,
        other: otherPlace(state),
        steps: state.steps,
      });
      if (turn !== s.turn) return;
      const first = !s.answer && state.at === state.steps.length && answer.parting >= 0;
      Object.assign(s, { answer, asked });
      if (first && answer.parting !== state.at) {
        s.app.go({ ...state, at: answer.parting }, true);
        return;
      }
    }
    drawWorlds(s);
  } catch (e) {
    if (turn !== s.turn) return;
    show(s.note, [
      el(
        'div',
        { class: 'alert bad', role: 'alert' },
        el('p', { 'data-error': true }, e.message),
        action('back', { onclick: () => history.back() }, 'Back to what was there before'),
      ),
    ]);
  } finally {
    s.app.busy(false);
  }
}

// against is what the model proposes to compare with.
function against(setting) {
  const i = setting.against.indexOf('=');
  return i > 0
    ? { [setting.against.slice(0, i)]: setting.against.slice(i + 1) }
    : { [setting.variant]: setting.against };
}

function drawWorlds(s) {
  const { answer, setting, state } = s;
  const at = Math.min(state.at, answer.left.length - 1);
  s.title = `${answer.names[0]} and ${answer.names[1]}`;
  document.title = `${s.title} · mc`;
  show(s.head, headOfWorlds(s));
  show(s.note, []);
  show(
    s.strip,
    answer.left.map((e, i) => pillOf(s, e, i, at)),
    null,
  );
  show(s.sides, [sideOf(s, 0, at), sideOf(s, 1, at)]);
  show(s.rules, behindOf(s), '#heading-behind');
  show(s.all, tableOf(answer, at));
  announce(`Step ${at}. ${answer.parting === at ? 'Here the two part.' : ''} ${setting.title}`);
}

function headOfWorlds(s) {
  const { answer, setting, state } = s;
  const ended = (i) =>
    answer.ends[i].broken
      ? chip(`${answer.ends[i].claim} is broken`, 'bad')
      : chip(answer.ends[i].claim ? `${answer.ends[i].claim} is not broken` : 'nothing is broken', 'good');
  return [
    el('h1', {}, setting.title),
    el(
      'div',
      { class: 'versus' },
      el('p', {}, el('strong', {}, answer.names[0]), ' ', ended(0)),
      el('p', {}, el('strong', {}, answer.names[1]), ' ', ended(1)),
    ),
    answer.sentence &&
      el('p', { class: `sentence ${answer.parting >= 0 ? 'parts' : ''}`, 'data-sentence': true }, answer.sentence),
    el(
      'p',
      { class: 'buttons' },
      action('run', { onclick: () => s.app.go({ ...state, screen: 'run', other: {} }) }, 'Step by step from here'),
      answer.parting >= 0 &&
        action(
          'to-parting',
          { onclick: () => s.app.go({ ...state, at: answer.parting }) },
          `To step ${answer.parting}, where they part`,
        ),
    ),
    state.steps.length === 0 &&
      el(
        'p',
        { class: 'offer' },
        'No step is taken yet: take some on the other screen',
        setting.steps && [
          ', or ',
          action(
            'schedule',
            { onclick: () => s.app.go({ ...state, steps: setting.steps, at: setting.steps.length }) },
            `the schedule of ${counted(setting.steps.length, 'step')} that it comes with`,
          ),
        ],
        '.',
      ),
  ];
}

function pillOf(s, event, i, at) {
  const kind = s.answer.right[i].kind;
  const parts = i === s.answer.parting;
  return el(
    'li',
    {},
    el(
      'button',
      {
        type: 'button',
        'data-step': i,
        'data-parting': parts,
        'data-kind': kind || null,
        'aria-current': i === at ? 'step' : null,
        title: event.title,
        onclick: () => s.app.go({ ...s.state, at: i }),
      },
      el('span', { class: 'n' }, i ? String(i) : 'start'),
      el('span', { class: 'pill-title' }, i ? event.title : ''),
      parts && el('span', { class: 'flag' }, 'here they part'),
    ),
  );
}

function sideOf(s, world, at) {
  const { answer } = s;
  const list = world ? answer.right : answer.left;
  const event = list[at];
  const not = world === 1 && at > 0 && !event.title;
  const title = at === 0 ? 'The start' : `Step ${at} · ${not ? 'it cannot be taken here' : event.title}`;
  return el(
    'section',
    {
      class: `card world${world && at >= answer.parting && answer.parting >= 0 ? ' apart' : ''}`,
      'data-world': world,
      'data-kind': world ? event.kind : null,
      'aria-label': `Under ${answer.names[world]}`,
    },
    el(
      'div',
      {},
      el('h2', {}, 'under ', el('span', { class: 'name' }, answer.names[world])),
      el('p', { class: 'step-title' }, title),
      event.extra && event.extra.map((x) => el('p', { class: 'dim' }, `Before it: ${x}`)),
      event.words && el('p', { class: 'words' }, event.words),
      marksOf(event),
      arrowList(event.arrows),
    ),
    el(
      'div',
      { class: 'stage' },
      lanesOf(event, at > 0 ? list[at - 1].view : null, { label: `Participants under ${answer.names[world]}` }),
    ),
    world === 1 &&
      event.differ &&
      event.differ.length > 0 &&
      el(
        'div',
        { class: 'differ' },
        el('h3', {}, `Otherwise than under ${answer.names[0]}`),
        el(
          'ul',
          {},
          event.differ.map((c) =>
            el(
              'li',
              {},
              el('strong', {}, `${c.lane} ${c.field}`),
              ': ',
              c.after || 'nothing',
              el('span', { class: 'dim' }, ` instead of ${c.before || 'nothing'}`),
            ),
          ),
        ),
      ),
  );
}

const kinds = { same: 'the same', differs: 'otherwise', 'not enabled': 'cannot be taken' };

function tableOf(answer, at) {
  return [
    el('h2', { id: 'heading-all' }, 'The whole course'),
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col' }, 'Step'),
          answer.names.map((n) => el('th', { scope: 'col' }, n)),
        ),
      ),
      el(
        'tbody',
        {},
        answer.left.slice(1).map((e, k) => {
          const right = answer.right[k + 1];
          return el(
            'tr',
            { class: `${k + 1 === answer.parting ? 'parting' : ''}${k + 1 === at ? ' present' : ''}` },
            el('th', { scope: 'row' }, k + 1),
            el('td', {}, e.title),
            el(
              'td',
              { class: right.kind === 'same' ? 'dim' : '' },
              right.kind === 'same' ? 'the same' : right.title || kinds[right.kind],
              right.kind === 'differs' &&
                right.title === e.title &&
                el('span', { class: 'dim' }, ' (the state differs)'),
            ),
          );
        }),
      ),
    ),
  ];
}
