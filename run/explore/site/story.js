// The story so far in words, and all that was tried as a tree.
import { action, card, chip, el, show } from './dom.js';
import { branches, pathOf } from './course.js';

// storyOf is an empty story: fill(node, future) tells the course of a node; the names of
// steps that were undone come after it.
export function storyOf(jump) {
  const list = el('ol', { class: 'story-list', 'data-story': true });
  const root = card(
    'story',
    'The story so far',
    {},
    el('div', { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': 'Steps' }, list),
  );
  return {
    root,
    fill(node, end) {
      const path = pathOf(end);
      show(
        list,
        path.map((n, i) => stepOf(n, i, node, jump)),
        '#heading-story',
      );
      intoView(list.querySelector('[aria-current]'));
    },
  };
}

// intoView scrolls a list, and never the page, so that an entry is seen.
function intoView(entry) {
  const box = entry && entry.closest('.scroller');
  if (!box) return;
  const top = entry.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top + entry.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
}

function stepOf(node, i, present, jump) {
  const future = i > present.depth;
  const event = node.event || {};
  return el(
    'li',
    {
      'data-step': i,
      'data-name': node.name || null,
      'data-future': future,
      'aria-current': node === present ? 'step' : null,
    },
    el(
      'button',
      {
        type: 'button',
        'data-action': 'jump',
        'data-step-to': i,
        title: node.name || 'the start',
        onclick: () => jump(i),
      },
      el('span', { class: 'n' }, i || '·'),
      el('span', { class: 'title' }, event.title || node.name),
      future && el('span', { class: 'dim' }, ' (undone)'),
    ),
    !future && event.words && el('p', {}, event.words),
    !future && marksOf(event),
  );
}

// marksOf are the turns of a step, and the claims that are broken after it.
export function marksOf(event) {
  const turns = (event.turns || []).map((t) =>
    chip(`${t.kind}: ${t.words}`, `turn ${t.kind}`, { 'data-turn': t.kind }),
  );
  return turns.length ? el('div', { class: 'marks' }, turns) : null;
}

// treeOf is an empty tree: fill(tree, node) draws all that was tried.
export function treeOf(go) {
  const body = el('div', {
    class: 'scroller',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Branches',
    'data-tree': true,
  });
  const root = card('tree', 'All that you tried', {}, body);
  return {
    root,
    fill(tree, node) {
      const on = new Set(pathOf(node));
      const many = branches(tree);
      root.querySelector('h2').textContent = `All that you tried: ${many} branches`;
      root.hidden = many < 2;
      show(body, [el('ul', {}, chainOf(tree, node, on, go))], '#heading-tree');
      intoView(body.querySelector('[aria-current]'));
    },
  };
}

// chainOf are the entries of a node and of what comes after it: one below the other while
// there is one way, and a list of lists where it branches.
function chainOf(node, present, on, go) {
  const entries = [];
  for (let n = node; n; n = n.children.length === 1 ? n.children[0] : null) {
    const branched = n.children.length > 1;
    entries.push(
      el(
        'li',
        { class: `${on.has(n) ? 'on' : ''}${branched ? ' branched' : ''}` },
        action(
          'branch',
          {
            'data-name': n.name,
            'data-depth': n.depth,
            'aria-current': n === present ? 'step' : null,
            onclick: () => go(n),
          },
          el('span', { class: 'n' }, n.depth || '·'),
          el('span', {}, n.event ? n.event.title : n.name || 'the start'),
          n.event && n.event.broken && chip('broken', 'bad'),
        ),
        branched &&
          n.children.map((c, i) =>
            el('ul', { 'aria-label': `Branch ${i + 1} after step ${n.depth}` }, chainOf(c, present, on, go)),
          ),
      ),
    );
  }
  return entries;
}
