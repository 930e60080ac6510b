// What was tried at a place, as a tree: a node is a course, and knows what is known of
// its end. It lives as long as the page; the address has the present branch only.

// newTree is a tree with nothing but the start.
export function newTree() {
  return { name: '', depth: 0, parent: null, children: [], event: null, at: null };
}

// branch is the node of the first steps of a course; nodes that are missing are made.
export function branch(tree, steps) {
  let node = tree;
  for (const name of steps) {
    let next = node.children.find((c) => c.name === name);
    if (!next) {
      next = { name, depth: node.depth + 1, parent: node, children: [], event: null, at: null };
      node.children.push(next);
    }
    node = next;
  }
  return node;
}

// pathOf are the nodes from the start to a node, both included.
export function pathOf(node) {
  const path = [];
  for (let n = node; n; n = n.parent) path.unshift(n);
  return path;
}

// stepsOf are the names of the steps to a node.
export function stepsOf(node) {
  return pathOf(node)
    .slice(1)
    .map((n) => n.name);
}

// learn keeps an answer: the events of a path from one on, and what is so at its end.
export function learn(node, answer, from) {
  const path = pathOf(node);
  answer.steps.forEach((event, i) => {
    if (path[from + i]) path[from + i].event = event;
  });
  node.at = { possible: answer.possible, impossible: answer.impossible, claims: answer.claims };
}

// unknownFrom is the first step of a path of which nothing is known yet.
export function unknownFrom(node) {
  const path = pathOf(node);
  const i = path.findIndex((n) => !n.event);
  return i < 0 ? path.length - 1 : i;
}

// prune forgets a course that cannot be taken.
export function prune(node) {
  if (node.parent) node.parent.children = node.parent.children.filter((c) => c !== node);
}

// branches reports how many ends a tree has.
export function branches(tree) {
  return tree.children.length ? tree.children.reduce((n, c) => n + branches(c), 0) : 1;
}
