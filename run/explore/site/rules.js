// The rules at hand: which variant, which switches, which bounds. A change takes the same
// course under it.
import { action, card, chip, el, show } from './dom.js';

// rulesOf is an empty panel: fill(setting) shows the constants of a place.
export function rulesOf(change, reset) {
  const body = el('div', { class: 'rules-body' });
  const root = card('rules', 'Rules', {}, body);
  return {
    root,
    fill(setting, changed) {
      root.hidden = !setting.constants.length;
      const open = new Set([...body.querySelectorAll('details[open]')].map((d) => d.dataset.group));
      show(
        body,
        [
          variantOf(setting, change),
          changed && action('reset-rules', { onclick: reset }, 'Back to the rules it came with'),
          ...groupsOfRules(setting).map(
            ([name, list, isOpen]) =>
              list.length > 0 &&
              el(
                'details',
                { 'data-group': name, open: open.size ? open.has(name) : isOpen },
                el('summary', {}, `${name} `, el('span', { class: 'dim' }, list.length)),
                el(
                  'div',
                  { class: 'rule-list' },
                  list.map((c) => ruleOf(c, change)),
                ),
              ),
          ),
        ],
        '#heading-rules',
      );
    },
  };
}

function groupsOfRules(setting) {
  const all = setting.constants.filter((c) => c.name !== setting.variant);
  const live = all.filter((c) => !c.idle);
  const ruled = live.filter((c) => c.kind !== 'number');
  return [
    ['Bounds that are set', live.filter((c) => c.kind === 'number' && (c.given || c.value !== c.default)), true],
    ['Switches', ruled, false],
    ['Other bounds', live.filter((c) => c.kind === 'number' && !c.given && c.value === c.default), false],
    ['Without effect here', all.filter((c) => c.idle), false],
  ];
}

function variantOf(setting, change) {
  const own = setting.constants.find((c) => c.name === setting.variant);
  if (!own) return null;
  return el(
    'label',
    { class: 'variant' },
    el('span', {}, setting.subject || setting.variant),
    el(
      'select',
      { 'data-constant': own.name, onchange: (e) => change(own.name, e.target.value) },
      setting.variants.map((v) => el('option', { value: v, selected: v === own.value }, v)),
    ),
  );
}

function ruleOf(c, change) {
  const id = `rule-${c.name}`;
  return el(
    'div',
    { class: `rule${c.idle ? ' idle' : ''}` },
    el('label', { for: id }, c.name, ' ', c.value !== c.default && chip(`usually ${c.default}`, 'quiet')),
    inputOf(c, id, change),
    el(
      'p',
      { class: 'dim', id: `${id}-doc` },
      c.idle ? `${c.doc} Here ${c.idle}.` : c.doc,
      c.ref && ` ${c.ref}.`,
      c.prevents && !c.idle && ` With ${c.by}: ${c.prevents}`,
    ),
  );
}

function inputOf(c, id, change) {
  const common = { id, 'data-constant': c.name, 'aria-describedby': `${id}-doc`, disabled: Boolean(c.idle) };
  switch (c.kind) {
    case 'switch':
      return el('input', {
        ...common,
        type: 'checkbox',
        checked: c.value === 'on',
        onchange: (e) => change(c.name, e.target.checked ? 'on' : 'off'),
      });
    case 'choice':
      return el(
        'select',
        { ...common, onchange: (e) => change(c.name, e.target.value) },
        (c.choices || []).map((v) => el('option', { value: v, selected: v === c.value }, v)),
      );
    default:
      return el('input', {
        ...common,
        type: 'number',
        min: c.min,
        max: c.max,
        value: c.value,
        onchange: (e) => e.target.reportValidity() && change(c.name, e.target.value),
      });
  }
}
