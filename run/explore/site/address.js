// A screen as the hash of the address. All that is needed to see it again is there: the
// place, the whole course, how much of it is taken, and what it is compared with.

// emptyState is a screen without anything chosen.
export function emptyState(screen) {
  return { screen, place: {}, steps: [], at: 0, other: {}, cluster: { settings: {} } };
}

const screens = ['start', 'run', 'worlds', 'cluster'];

// addressOf is the hash of a screen.
export function addressOf(state) {
  const q = new URLSearchParams();
  const put = (key, value) => {
    if (value) q.append(key, value);
  };
  if (state.screen === 'run' || state.screen === 'worlds') {
    putPlace(put, state.place);
    state.steps.forEach((step) => q.append('do', step));
    if (state.at !== state.steps.length) q.append('at', state.at);
  }
  if (state.screen === 'worlds') {
    for (const [key, value] of Object.entries(state.other)) q.append(`other.${key}`, value);
  }
  if (state.screen === 'cluster') {
    put('release', state.cluster.release);
    put('survive', state.cluster.survive);
    put('file', state.cluster.file);
    for (const [key, value] of Object.entries(state.cluster.settings || {})) put(`with.${key}`, value);
  }
  const text = q.toString();
  return `#${state.screen}${text ? `?${text}` : ''}`;
}

function putPlace(put, place) {
  put('spec', place.spec);
  put('model', place.model);
  for (const [key, value] of Object.entries(place.set || {})) put(`set.${key}`, value);
  (place.without || []).forEach((name) => put('without', name));
  if (place.init) put('init', JSON.stringify(place.init));
  put('start', place.start);
}

// stateOf is the screen of a hash; what cannot be read is left out.
export function stateOf(hash) {
  const [name, query] = split(hash.replace(/^#/, ''));
  const state = emptyState(screens.includes(name) ? name : 'start');
  const set = {};
  for (const [key, value] of new URLSearchParams(query)) {
    if (key === 'spec' || key === 'model') state.place[key] = value;
    else if (key === 'do') state.steps.push(value);
    else if (key === 'without') (state.place.without ||= []).push(value);
    else if (key === 'init') readInit(state.place, value);
    else if (key === 'start') state.place.start = Number(value) || 0;
    else if (key.startsWith('set.')) set[key.slice(4)] = value;
    else if (key.startsWith('other.')) state.other[key.slice(6)] = value;
    else if (key.startsWith('with.')) state.cluster.settings[key.slice(5)] = value;
    else if (['release', 'survive', 'file'].includes(key)) state.cluster[key] = value;
  }
  if (Object.keys(set).length) state.place.set = set;
  state.at = atOf(query, state.steps.length);
  if ((state.screen === 'run' || state.screen === 'worlds') && !state.place.spec && !state.place.model)
    return emptyState('start');
  return state;
}

function split(text) {
  const i = text.indexOf('?');
  return i < 0 ? [text, ''] : [text.slice(0, i), text.slice(i + 1)];
}

function atOf(query, length) {
  const at = new URLSearchParams(query).get('at');
  if (at === null || !/^\d+$/.test(at)) return length;
  return Math.min(Number(at), length);
}

function readInit(place, value) {
  try {
    place.init = JSON.parse(value);
  } catch {
    delete place.init;
  }
}

// placeKey tells places apart.
export function placeKey(place) {
  const q = new URLSearchParams();
  putPlace((key, value) => {
    if (value) q.append(key, value);
  }, place);
  q.sort();
  return q.toString();
}

// withSet is a place with one constant changed.
export function withSet(place, name, value) {
  const set = { ...place.set, [name]: value };
  return { ...place, set };
}

// otherPlace is the place that a course is compared with: the same one with what is
// otherwise.
export function otherPlace(state) {
  return { ...state.place, set: { ...state.place.set, ...state.other } };
}
