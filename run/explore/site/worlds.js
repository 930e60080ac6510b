// Two worlds.
import { el } from './dom.js';

export function worldsScreen() {
  return { root: el('p', {}, 'not yet'), update() {}, leave() {} };
}
