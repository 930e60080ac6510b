// Which screen is shown: the one that the address names.
import { action, announce, el } from './dom.js';
import { addressOf, emptyState, placeKey, stateOf } from './address.js';
import { openCarrier } from './carrier.js';
import { startScreen } from './start.js';
import { runScreen } from './run.js';
import { worldsScreen } from './worlds.js';
import { clusterScreen } from './cluster.js';

const makers = { start: startScreen, run: runScreen, worlds: worldsScreen, cluster: clusterScreen };

// begin shows the first screen.
export async function begin() {
  const main = document.getElementById('screen');
  const app = { carrier: openCarrier(), state: emptyState('start'), home: null, kept: {}, go, ask, busy };
  let shown = null;
  let waits = 0;
  theme(localStorageOr(''));

  function busy(on) {
    waits += on ? 1 : -1;
    document.body.toggleAttribute('data-busy', waits > 0);
  }
  // ask asks what the screen needs; searches ask the carrier themselves.
  async function ask(question) {
    busy(true);
    try {
      return await app.carrier.ask(question);
    } finally {
      busy(false);
    }
  }
  // go shows a state, as a new entry of the browser's history or in the place of the last.
  function go(state, replace) {
    const address = addressOf(state);
    if (address !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', address);
    route();
  }
  function route() {
    app.state = stateOf(location.hash);
    const name = app.state.screen;
    const changed = !shown || shown.name !== name;
    if (changed) {
      if (shown) shown.leave();
      shown = makers[name](app);
      shown.name = name;
      main.replaceChildren(shown.root);
      document.body.dataset.screen = name;
    }
    bar(app);
    shown.update(app.state);
    document.title = `${shown.title || 'explore'} · mc`;
    if (changed) window.scrollTo(0, 0);
  }
  window.addEventListener('popstate', route);
  document.addEventListener('keydown', (e) => shown && shown.key && !typing(e.target) && shown.key(e));
  if (['run', 'worlds'].includes(stateOf(location.hash).screen)) {
    // it says all that is needed
    app.home = { specs: [], models: [], formats: [], cluster: false };
    route();
    app.home = await homeOf(app).catch(() => app.home);
    if (shown.name === 'start' || shown.name === 'cluster') {
      // it was drawn without
      shown = null;
      route();
    } else {
      bar(app);
      if (shown.home) shown.home();
    }
    return;
  }
  busy(true);
  try {
    app.home = await homeOf(app);
  } catch (e) {
    main.replaceChildren(el('p', { class: 'error', 'data-error': true }, e.message));
    return;
  } finally {
    busy(false);
  }
  const open = app.home.open;
  if (open && !location.hash) {
    history.replaceState(
      null,
      '',
      addressOf({ ...emptyState('run'), place: open.place, steps: open.steps || [], at: open.at }),
    );
  }
  route();
}

// homeOf is what there is to explore; a search that is cancelled may take the engine that
// was asked with it.
async function homeOf(app) {
  for (;;) {
    try {
      return await app.carrier.ask({ op: 'home' });
    } catch (e) {
      if (!e.cancelled) throw e;
    }
  }
}

// typing reports whether a key belongs to a field.
function typing(target) {
  return target.matches('input:not([type=checkbox]), select, textarea');
}

// bar is the head of the page: the screens, and light or dark.
function bar(app) {
  const { state } = app;
  const here = (name) => (state.screen === name ? 'page' : null);
  const has = state.place.spec || state.place.model;
  if (has) app.kept.run = state;
  const kept = app.kept.run;
  const link = (name, text, to) => to && el('a', { href: addressOf(to), 'aria-current': here(name) }, text);
  document
    .getElementById('top')
    .replaceChildren(
      el('a', { class: 'brand', href: addressOf(emptyState('start')) }, 'mc explore'),
      el(
        'nav',
        { 'aria-label': 'Screens' },
        link('start', 'Scenarios', emptyState('start')),
        link('run', 'Step by step', kept && { ...kept, screen: 'run' }),
        link('worlds', 'Two worlds', kept && hasRules(app, kept) && { ...kept, screen: 'worlds' }),
        link(
          'cluster',
          'My cluster',
          app.home.cluster && (state.screen === 'cluster' ? state : app.kept.cluster || emptyState('cluster')),
        ),
      ),
      action(
        'theme',
        { onclick: () => theme(next()), title: 'Light or dark' },
        next() === 'light' ? 'Light' : 'Dark',
      ),
    );
  if (state.screen === 'cluster') app.kept.cluster = state;
}

// hasRules reports whether a place has rules that can be otherwise, as far as is known.
function hasRules(app, state) {
  const setting = app.kept.settings && app.kept.settings.get(placeKey(state.place));
  return !setting || setting.constants.length > 0;
}

function next() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  return dark ? 'light' : 'dark';
}

// theme sets light or dark, and remembers it where the browser lets the page.
function theme(name) {
  if (!name) return;
  document.documentElement.dataset.theme = name;
  const button = document.querySelector('[data-action="theme"]');
  if (button) button.textContent = name === 'dark' ? 'Light' : 'Dark';
  announce('');
  try {
    localStorage.setItem('mc-theme', name);
  } catch {
    // a page from disk may have no storage
  }
}

function localStorageOr(otherwise) {
  try {
    return localStorage.getItem('mc-theme') || otherwise;
  } catch {
    return otherwise;
  }
}

begin();
