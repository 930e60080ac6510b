// What stands behind a parting: the rules of the other side, to be set back or forth.
import { chip, el } from './dom.js';

// behindOf are the rules of the other side: its variant, and each constant that it has
// otherwise, to be set back or forth.
export function behindOf(s) {
  const { answer, setting, state } = s;
  const go = (other) => s.app.go({ ...state, other });
  const own = new Map(setting.constants.map((c) => [c.name, c]));
  const set = Object.keys(state.other).filter(
    (n) => n !== setting.variant && own.has(n) && !answer.differ.some((d) => d.name === n),
  );
  const list = [...answer.differ, ...set.map((n) => ({ ...own.get(n), other: own.get(n).value, off: true }))];
  list.sort(
    (a, b) =>
      (b.parts ? 1 : 0) - (a.parts ? 1 : 0) || (a.idle ? 1 : 0) - (b.idle ? 1 : 0) || (a.name < b.name ? -1 : 1),
  );
  return [
    el('h2', { id: 'heading-behind', tabindex: '-1' }, 'What stands behind it'),
    el(
      'div',
      { class: 'behind-heads' },
      setting.variants &&
        el(
          'label',
          { class: 'variant' },
          el('span', {}, 'The other side is'),
          el(
            'select',
            {
              'data-field': 'other',
              onchange: (e) => go({ ...without(state.other, set), [setting.variant]: e.target.value }),
            },
            setting.variants.map((v) =>
              el(
                'option',
                {
                  value: v,
                  selected: v === (state.other[setting.variant] || (own.get(setting.variant) || {}).value),
                },
                v,
              ),
            ),
          ),
        ),
      oneMore(setting, list, (name, value) => go({ ...state.other, [name]: value })),
    ),
    answer.parting >= 0 &&
      !list.some((d) => d.parts) &&
      el('p', {}, 'No single one of them parts the two at this step; together they do.'),
    list.length === 0 && el('p', { class: 'dim' }, 'Both sides have the same rules.'),
    switchList(
      list.filter((d) => !d.idle),
      state.other,
      go,
    ),
    list.some((d) => d.idle) &&
      el(
        'details',
        {},
        el('summary', {}, `Without effect here (${list.filter((d) => d.idle).length})`),
        switchList(
          list.filter((d) => d.idle),
          state.other,
          go,
        ),
      ),
  ];
}

function without(all, names) {
  return Object.fromEntries(Object.entries(all).filter(([n]) => !names.includes(n)));
}

function switchList(list, other, go) {
  return (
    list.length > 0 &&
    el(
      'ul',
      { class: 'switches' },
      list.map((d) => switchOf(d, other, go)),
    )
  );
}

// switchOf sets a constant of the other side to what the first side has, or back.
function switchOf(d, other, go) {
  const id = `switch-${d.name}`;
  return el(
    'li',
    { class: d.parts ? 'parts' : '' },
    el('input', {
      type: 'checkbox',
      id,
      'data-switch': d.name,
      'data-parts': Boolean(d.parts),
      checked: !d.off,
      'aria-describedby': `${id}-doc`,
      onchange: (e) =>
        go(
          e.target.checked || (other[d.name] === d.other && !d.off)
            ? without(other, [d.name])
            : { ...other, [d.name]: d.value },
        ),
    }),
    el(
      'label',
      { for: id },
      el('span', { class: 'name' }, d.name),
      ' ',
      d.off ? `${d.value} on both sides` : `${d.value} → ${d.other}`,
      ' ',
      d.parts && chip('this alone parts them', 'here'),
      d.idle && chip('without effect here', 'quiet'),
    ),
    el(
      'p',
      { class: 'dim', id: `${id}-doc` },
      d.doc,
      d.ref && ` ${d.ref}.`,
      d.prevents && ` With ${d.by}: ${d.prevents}`,
    ),
  );
}

// oneMore sets any other rule of the other side.
function oneMore(setting, list, set) {
  const choices = setting.constants.filter(
    (c) => c.choices && !c.idle && c.name !== setting.variant && !list.some((d) => d.name === c.name),
  );
  if (!choices.length) return null;
  return el(
    'label',
    { class: 'variant' },
    el('span', {}, 'and there, otherwise'),
    el(
      'select',
      {
        'data-field': 'one-more',
        onchange: (e) => {
          const [name, value] = e.target.value.split('=');
          if (name) set(name, value);
        },
      },
      el('option', { value: '' }, 'choose a switch'),
      choices.flatMap((c) =>
        c.choices
          .filter((v) => v !== c.value)
          .map((v) => el('option', { value: `${c.name}=${v}` }, `${c.name}=${v}`)),
      ),
    ),
  );
}
