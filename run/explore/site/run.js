// The first screen: a course step by step. Its parts are filled from what is known of the
// present node of the tree; what is not known is asked for.
import { action, announce, chip, counted, download, el, show } from './dom.js';
import { placeKey, withSet } from './address.js';
import { branch, learn, newTree, prune, stepsOf, unknownFrom } from './course.js';
import { lanesOf } from './lanes.js';
import { arrowList, drawArrows } from './arrows.js';
import { trayOf } from './tray.js';
import { marksOf, storyOf, treeOf } from './story.js';
import { alertsOf, claimsOf, strickenOf } from './claims.js';
import { rulesOf } from './rules.js';
import { searchesOf } from './searches.js';
import { glanceOf } from './glance.js';

// runScreen is the screen of one course.
export function runScreen(app) {
  const s = {
    app,
    state: app.state,
    setting: null,
    key: '',
    node: null,
    at: 0,
    halt: null,
    turn: 0,
    title: 'step by step',
  };
  app.kept.trees ||= new Map();
  app.kept.settings ||= new Map();
  parts(s);
  const narrow = matchMedia('(max-width: 1100px)');
  const arrange = () => (narrow.matches ? s.scene.after(s.tray.root) : s.right.prepend(s.tray.root));
  narrow.addEventListener('change', arrange);
  arrange();
  const redraw = () => s.node && s.node.event && drawArrows(s.stage, s.node.event.arrows);
  const watch = new ResizeObserver(redraw);
  watch.observe(s.stage);
  return {
    root: s.root,
    get title() {
      return s.title;
    },
    update(state) {
      update(s, state);
    },
    leave() {
      s.turn++;
      s.searches.drop();
      watch.disconnect();
      narrow.removeEventListener('change', arrange);
    },
    home() {
      s.tools.querySelector('.menu')?.replaceWith(saveMenu(s));
    },
    key(e) {
      keys(s, e);
    },
  };
}

// parts makes the empty screen.
function parts(s) {
  const goTo = (steps, at) => s.app.go({ ...s.state, steps, at });
  s.go = goTo;
  s.take = (name) => {
    const same = s.state.steps[s.at] === name && !s.halt;
    goTo(same ? s.state.steps : [...s.state.steps.slice(0, s.at), name], s.at + 1);
  };
  s.seek = (properties) => seek(s, properties);
  s.head = el('header', { class: 'head' });
  s.alert = el('div', { class: 'alerts' });
  s.tools = el('div', { class: 'tools', role: 'group', 'aria-label': 'The course' });
  s.told = el('div', { class: 'told' });
  s.stage = el('div', { class: 'stage' });
  s.tray = trayOf(s.take);
  s.story = storyOf((i) => goTo(s.state.steps, i));
  s.tries = treeOf((node) => goTo(stepsOf(node), node.depth));
  s.claims = claimsOf(s.seek);
  s.glance = glanceOf((i) => goTo(s.state.steps, i));
  s.rules = rulesOf(
    (name, value) => s.app.go({ ...s.state, place: withSet(s.state.place, name, value) }),
    () => s.app.go({ ...s.state, place: { ...s.state.place, set: undefined } }),
  );
  s.searches = searchesOf(
    (q, onProgress) => s.app.carrier.ask(q, onProgress),
    goTo,
    () => s.state.steps.slice(0, s.at),
  );
  s.scene = el('section', { class: 'card scene', 'aria-label': 'The state' }, s.told, s.stage);
  s.right = el('div', { class: 'right' }, s.tray.root, s.rules.root);
  s.root = el(
    'div',
    { class: 'run' },
    s.head,
    s.tools,
    el(
      'div',
      { class: 'columns' },
      el(
        'div',
        { class: 'left' },
        s.alert,
        s.searches.root,
        s.scene,
        s.glance.root,
        el('div', { class: 'pair' }, s.story.root, s.claims.root),
        s.tries.root,
      ),
      s.right,
    ),
  );
}

// update shows a state: at once if everything about it is known.
async function update(s, state) {
  const turn = ++s.turn;
  const moved = s.key !== placeKey(state.place);
  s.state = state;
  s.app.busy(true); // until it is drawn
  try {
    if (moved && s.key) s.searches.drop();
    s.key = placeKey(state.place);
    const setting = s.app.kept.settings.get(s.key) || (await s.app.ask({ op: 'place', place: state.place }));
    s.app.kept.settings.set(s.key, setting);
    if (turn !== s.turn) return;
    const found = await locate(s, state);
    if (turn !== s.turn) return;
    s.setting = setting;
    Object.assign(s, found);
    render(s);
  } catch (e) {
    if (turn === s.turn) refusedPlace(s, e);
  } finally {
    s.app.busy(false);
  }
}

// locate finds the node of a state in the tree of its place, and learns what is not known.
async function locate(s, state) {
  const trees = s.app.kept.trees;
  const tree = trees.get(s.key) || newTree();
  trees.set(s.key, tree);
  let node = branch(tree, state.steps.slice(0, state.at));
  let halt = null;
  if (!node.at) {
    await foresee(s, state, tree);
    const answer = await s.app.ask({ op: 'at', place: state.place, steps: stepsOf(node), from: unknownFrom(node) });
    halt = answer.halt || null;
    if (halt) {
      const stuck = branch(tree, state.steps.slice(0, halt.step));
      if (!stuck.event) prune(stuck);
      node = branch(tree, state.steps.slice(0, halt.step - 1));
    }
    learn(node, answer, node.depth + 1 - answer.steps.length);
  }
  return { tree, node, at: node.depth, halt };
}

// foresee learns the steps of a copied address that were undone, so that they are told as
// they were to whoever undid them; a course that stops on the way is told by what asks next.
async function foresee(s, state, tree) {
  const end = branch(tree, state.steps);
  if (end.event || end.depth <= state.at) return;
  const answer = await s.app.ask({ op: 'at', place: state.place, steps: state.steps, from: unknownFrom(end) });
  if (!answer.halt) learn(end, answer, end.depth + 1 - answer.steps.length);
}

// refusedPlace says why a place or a course cannot be shown, and leads back.
function refusedPlace(s, error) {
  show(s.alert, [
    el(
      'div',
      { class: 'alert bad', role: 'alert' },
      el('p', { 'data-error': true }, error.message),
      el('p', {}, action('back', { onclick: () => history.back() }, 'Back to what was there before')),
    ),
  ]);
}

function render(s) {
  const { node, setting, state } = s;
  const whole = s.halt ? node : branch(s.tree, state.steps);
  s.title = setting.title;
  document.title = `${setting.title} · mc`;
  show(s.head, headOf(s));
  show(s.tools, toolsOf(s), '#heading-tray');
  show(s.alert, [s.halt && haltOf(s), alertsOf(node.at.claims, setting)]);
  show(s.told, toldOf(node));
  const names = (node.event.view.lanes || []).map((l) => l.name);
  const before = node.parent && node.parent.event && node.parent.event.view;
  show(s.stage, lanesOf(node.event, before, { stricken: strickenOf(node.at.claims, setting, names) }));
  drawArrows(s.stage, node.event.arrows);
  s.tray.fill(node.at, names);
  s.story.fill(node, whole);
  s.glance.fill(node, whole);
  s.tries.fill(s.tree, node);
  s.claims.fill(node.at.claims, setting);
  if (s.ruled !== setting) s.rules.fill(setting, Boolean(state.place.set && Object.keys(state.place.set).length));
  s.ruled = setting;
  s.searches.follow();
  announce(node.depth ? `Step ${node.depth}: ${node.event.words || node.event.title}` : 'The start');
}

function headOf(s) {
  const { setting, state } = s;
  const variant = setting.constants.find((c) => c.name === setting.variant);
  return [
    el('h1', {}, setting.title),
    el(
      'p',
      { class: 'meta' },
      el('span', { class: 'name' }, state.place.spec || setting.model),
      variant && el('span', {}, variant.value),
      ...(setting.refs || []).map((r) => el('span', {}, r)),
      ...Object.entries(state.place.set || {}).map(([k, v]) => chip(`${k}=${v}`, 'quiet')),
    ),
    setting.about && el('details', { class: 'about' }, el('summary', {}, 'About'), el('p', {}, setting.about)),
    setting.steps &&
      !state.steps.length &&
      el(
        'p',
        { class: 'offer' },
        `It comes with a schedule of ${counted(setting.steps.length, 'step')}. `,
        action('schedule', { onclick: () => s.go(setting.steps, setting.steps.length) }, 'Take it all'),
        ' ',
        action('schedule-first', { onclick: () => s.go(setting.steps, 1) }, 'Take its first step'),
      ),
  ];
}

function toolsOf(s) {
  const { state, setting } = s;
  const more = !s.halt && s.at < state.steps.length;
  const lost = setting.lost || [];
  return [
    action('undo', { disabled: s.at === 0, title: 'Undo (Backspace)', onclick: () => undo(s) }, '← Undo'),
    action('redo', { disabled: !more, title: 'Redo (Shift and Backspace)', onclick: () => redo(s) }, 'Redo →'),
    action('restart', { disabled: s.at === 0, onclick: () => s.go(state.steps, 0) }, 'To the start'),
    lost.length > 0 &&
      action('seek', { class: 'primary', onclick: () => seek(s, null) }, 'Shortest way to lost data from here'),
    action('check', { onclick: () => check(s) }, 'Explore the whole space'),
    setting.constants.length > 0 &&
      action('worlds', { onclick: () => s.app.go({ ...state, screen: 'worlds', at: s.at }) }, 'Two worlds'),
    saveMenu(s),
    action('copy', { onclick: (e) => copy(e.currentTarget) }, 'Copy link'),
  ];
}

function toldOf(node) {
  const e = node.event;
  return [
    el('h2', {}, node.depth ? `Step ${node.depth} · ${e.title}` : 'The start'),
    e.words && el('p', { class: 'words' }, e.words, e.ref && el('span', { class: 'dim' }, ` ${e.ref}`)),
    marksOf(e),
    arrowList(e.arrows),
  ];
}

function haltOf(s) {
  return el(
    'div',
    { class: 'alert warn', 'data-halt': s.halt.step, role: 'group', 'aria-label': 'The course stops' },
    el(
      'p',
      {},
      el('strong', {}, `The course stops before step ${s.halt.step}. `),
      'Under these rules ',
      el('span', { class: 'name' }, s.halt.name),
      ' cannot be taken here',
      s.halt.why ? `: ${s.halt.why}.` : ': they have no such step, or none in this state.',
    ),
  );
}

function undo(s) {
  if (s.at > 0) s.go(s.state.steps, s.at - 1);
}

function redo(s) {
  if (!s.halt && s.at < s.state.steps.length) s.go(s.state.steps, s.at + 1);
}

// keys are those of the screen: Backspace and the arrows go along the course, a digit takes
// a step of the tray, / looks for one that cannot be taken.
function keys(s, e) {
  if (!s.node || e.ctrlKey || e.metaKey || e.altKey) return;
  const along = !e.target.closest('[tabindex="0"]'); // what scrolls needs the arrows itself
  if (e.key === 'Backspace') (e.shiftKey ? redo : undo)(s);
  else if (e.key === 'ArrowLeft' && along) undo(s);
  else if (e.key === 'ArrowRight' && along) redo(s);
  else if (e.key === '/') s.tray.find();
  else if (!/^[1-9]$/.test(e.key) || !s.tray.press(Number(e.key))) return;
  e.preventDefault();
}

function seek(s, properties) {
  const question = { op: 'seek', place: s.state.place, steps: s.state.steps.slice(0, s.at) };
  if (properties) question.properties = properties;
  else question.impacts = s.setting.lost;
  s.searches.start(
    question,
    properties ? `Shortest way to ${properties.join(', ')}` : 'Shortest way to lost data',
    s.setting,
  );
}

function check(s) {
  s.searches.start({ op: 'check', place: s.state.place }, 'The whole space', s.setting);
}

function saveMenu(s) {
  const menu = el(
    'details',
    { class: 'menu' },
    el('summary', {}, 'Save as'),
    el(
      'div',
      { class: 'menu-items' },
      (s.app.home.formats || []).map((f) =>
        action(
          'save',
          {
            'data-format': f.name,
            onclick: async () => {
              menu.open = false;
              try {
                const saved = await s.app.ask({
                  op: 'save',
                  place: s.state.place,
                  steps: s.state.steps.slice(0, s.at),
                  format: f.name,
                });
                download(saved.name, saved.type, saved.text);
              } catch (e) {
                refusedPlace(s, e);
              }
            },
          },
          el('b', {}, f.name),
          ` ${f.doc}`,
        ),
      ),
    ),
  );
  return menu;
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Copy it from the address bar';
  }
}
