// My cluster.
import { el } from './dom.js';

export function clusterScreen() {
  return { root: el('p', {}, 'not yet'), update() {}, leave() {} };
}
