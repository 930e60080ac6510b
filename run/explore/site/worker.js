// One engine: it gets the compiled program, runs it, and hands it the questions of the page.
importScripts('wasm_exec.js');

const early = []; // questions that came before the engine could be asked
let ready = false;

function serve({ id, text }) {
  self.mcServe(text, (line) => postMessage({ id, line }));
}

self.mcReady = () => {
  ready = true;
  early.splice(0).forEach(serve);
};

async function run(module) {
  const go = new Go();
  go.argv = ['mc', 'explore', '--worker'];
  go.exit = (code) => postMessage({ stopped: `it ended with code ${code}` });
  try {
    await go.run(await WebAssembly.instantiate(module, go.importObject));
  } catch (e) {
    postMessage({ stopped: String(e && e.message ? e.message : e) });
  }
}

self.onmessage = ({ data }) => {
  if (data.module) run(data.module);
  else if (ready) serve(data);
  else early.push(data);
};
