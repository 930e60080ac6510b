// Carriers bring questions to the engine: ask(question, onProgress) is a promise of the
// answer with cancel(). A cancelled one fails with an error that has cancelled set.

// workerAddress is where the code of the engine's workers is. A page in one file has it,
// and the engine, in itself.
export function workerAddress() {
  return globalThis.mcOneFile ? globalThis.mcOneFile.worker() : 'worker.js';
}

// engineCode is the engine as a compiled module.
export async function engineCode() {
  if (globalThis.mcOneFile) return globalThis.mcOneFile.engine();
  if (globalThis.mcOneFile) return globalThis.mcOneFile.engine();
  const answer = await fetch('mc.wasm');
  if (!answer.ok)
    throw new Error(
      `the engine, mc.wasm, is not beside this page (${answer.status}); write the page again with mc explore -o`,
    );
  return WebAssembly.compile(await answer.arrayBuffer());
}

// openCarrier is the carrier that the page names.
export function openCarrier() {
  return document.documentElement.dataset.engine === 'server' ? serverCarrier() : workerCarrier();
}

function cancelledError() {
  return Object.assign(new Error('cancelled'), { cancelled: true });
}

// hear reads one line of an answer: undefined while there is only progress.
function hear(line, onProgress) {
  const reply = JSON.parse(line);
  if (reply.error) throw new Error(reply.error);
  if (reply.progress && onProgress) onProgress(reply.progress);
  return reply.answer;
}

// serverCarrier asks the server that the page came from.
function serverCarrier() {
  async function stream(question, signal, onProgress) {
    try {
      const answer = await fetch('ask', {
        method: 'POST',
        signal,
        body: JSON.stringify(question),
        headers: { 'Content-Type': 'application/json' },
      });
      if (!answer.ok) throw new Error(await answer.text());
      return await lastOf(answer.body.getReader(), onProgress);
    } catch (e) {
      if (signal.aborted) throw cancelledError();
      if (e instanceof TypeError) throw new Error('mc explore does not answer; start it again and reload this page');
      throw e;
    }
  }
  return {
    ask(question, onProgress) {
      const abort = new AbortController();
      const promise = stream(question, abort.signal, onProgress);
      promise.cancel = () => abort.abort();
      return promise;
    },
  };
}

// lastOf reads an answer line by line to its end.
async function lastOf(reader, onProgress) {
  const decoder = new TextDecoder();
  let rest = '';
  let found;
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value || new Uint8Array(), { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line) found = hear(line, onProgress) ?? found;
    }
    if (done) break;
  }
  if (rest) found = hear(rest, onProgress) ?? found;
  if (found === undefined) throw new Error('the answer ended before it was whole; ask again');
  return found;
}

// searches are the questions that keep an engine busy. They have a worker of their own, so
// that a click is answered meanwhile.
const searches = ['seek', 'check', 'assess', 'home'];

// workerCarrier asks engines that run in workers of the page.
function workerCarrier() {
  let code;
  const compiled = () => (code ||= engineCode());
  const engines = { clicks: null, search: null };
  compiled().then(
    () => (engines.clicks ||= engineWorker(compiled)),
    () => {},
  );
  return {
    ask(question, onProgress) {
      const role = searches.includes(question.op) ? 'search' : 'clicks';
      const engine = (engines[role] ||= engineWorker(compiled));
      const promise = engine.ask(question, onProgress);
      if (role === 'clicks') return Object.assign(promise, { cancel() {} });
      promise.cancel = () => {
        // a busy engine cannot hear: it is ended
        if (engines.search === engine) engines.search = engineWorker(compiled);
        engine.end();
      };
      return promise;
    },
  };
}

// engineWorker is one engine in a worker.
function engineWorker(compiled) {
  const worker = new Worker(workerAddress());
  const waiting = new Map();
  let last = 0;
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.onerror = (e) =>
    fail(new Error(`the engine stopped: ${e.message || 'its worker cannot be loaded'}; reload this page`));
  worker.onmessage = ({ data }) => {
    const one = waiting.get(data.id);
    if (data.stopped) return fail(new Error(`the engine stopped: ${data.stopped}; reload this page`));
    if (!one) return undefined;
    try {
      const answer = hear(data.line, one.onProgress);
      if (answer === undefined) return undefined;
      one.resolve(answer);
    } catch (e) {
      one.reject(e);
    }
    return waiting.delete(data.id);
  };
  compiled().then((module) => worker.postMessage({ module }), fail);
  return {
    ask(question, onProgress) {
      return new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject, onProgress });
        compiled().then(() => worker.postMessage({ id, text: JSON.stringify(question) }), reject);
      });
    },
    end() {
      worker.terminate();
      fail(cancelledError());
    },
  };
}
