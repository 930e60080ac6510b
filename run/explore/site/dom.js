// Elements from plain values. Text becomes text nodes: nothing that comes from a model,
// a spec or an address is ever read as markup.

// el is an element: attributes by name (null and false leave one out, true is an empty
// one), listeners by names that begin with "on".
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// svg is an element of a drawing.
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else if (name === 'checked' || name === 'selected') element[name] = Boolean(value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false && c !== ''));
  return element;
}

// action is a button that tests find by what it does.
export function action(name, attributes, ...children) {
  return el('button', { type: 'button', 'data-action': name, ...attributes }, ...children);
}

// show puts elements in the place of what is there, and the focus back to what did the
// same before: to the fallback where it is gone.
export function show(root, children, fallback) {
  const had = document.activeElement;
  const inside = had && root.contains(had) && had !== root;
  const key = inside ? hookOf(had) : '';
  root.replaceChildren(...children.flat(2).filter(Boolean));
  if (!inside) return;
  const again = key && root.querySelector(key);
  const target = again && !again.disabled ? again : fallback && document.querySelector(fallback);
  if (target) target.focus({ preventScroll: true });
}

// hookOf is a selector of an element by its hooks; empty if it has none.
function hookOf(element) {
  let key = '';
  for (const { name, value } of element.attributes) {
    if (name.startsWith('data-') && name !== 'data-future') key += `[${name}="${CSS.escape(value)}"]`;
  }
  return key;
}

// card is a section with a heading.
export function card(name, title, attributes, ...children) {
  const id = `heading-${name}`;
  return el(
    'section',
    { class: `card ${name}`, 'aria-labelledby': id, ...attributes },
    el('h2', { id, tabindex: '-1' }, title),
    ...children,
  );
}

// chip is a short text in a frame.
export function chip(text, kind, attributes) {
  return el('span', { class: `chip ${kind || ''}`, ...attributes }, text);
}

// counted is a number of things: "1 step", "9 steps".
export function counted(n, noun) {
  return `${number(n)} ${noun}${n === 1 ? '' : 's'}`;
}

// number is a count with its thousands apart.
export function number(n) {
  return Number(n || 0).toLocaleString('en');
}

// announce tells those who hear the page what has happened.
export function announce(text) {
  const live = document.getElementById('live');
  if (live) live.textContent = text;
}

// weight is the class of a consequence: it is bad if something is gone, or if the model
// does not say what it means.
export function weight(impact, lost) {
  return !impact || (lost || []).includes(impact) ? 'bad' : 'warn';
}

// download gives the reader a file.
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
