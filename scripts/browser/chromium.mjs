import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names under which Chromium and Chrome are installed. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
// Without a sandbox, because in containers it can't be made; the pages are our own.
const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
];

/**
 * Starts a browser without a window and speaks the DevTools protocol with it.
 *
 * @param options.timeoutMs - How long starting may take. Default 30,000.
 * @returns What opens pages, and what ends the browser.
 * @throws When there is no browser on this machine, or it does not start.
 */
export async function startChromium({ timeoutMs = 30_000 } = {}) {
  const profile = mkdtempSync(path.join(tmpdir(), 'parlance-chromium-'));
  const child = spawn(findChromium(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise((resolve) => {
    child.once('close', resolve);
  });
  const stop = async () => {
    child.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const connection = await connect(await endpointOf(child, timeoutMs));
    return { open: (url) => openPage(connection, url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The browser's program: `CHROMIUM`, or the first known name on the PATH. */
function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = process.env.CHROMIUM ?? candidates.find(isProgram);
  if (found === undefined) {
    throw new Error('no Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM');
  }
  return found;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser prints where it listens. */
function endpointOf(child, timeoutMs) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what) => reject(new Error(`Chromium ${what}:\n${said.slice(-2000)}`));
    const timer = setTimeout(() => fail(`said nothing for ${timeoutMs} ms`), timeoutMs);
    child.once('error', reject);
    child.once('close', (code) => fail(`ended with ${code}`));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const match = /DevTools listening on (?<url>ws:\S+)/.exec(said);
      if (!match) return;
      clearTimeout(timer);
      resolve(match.groups.url);
    });
  });
}

/** A connection on which commands are answered by id and events come by name. */
async function connect(url) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)), { once: true });
  });
  const waiting = new Map();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, sessionId, result, error } = JSON.parse(data);
    // Events have no id; they are awaited under their name.
    const key = id ?? `${sessionId} ${method}`;
    const wait = waiting.get(key);
    waiting.delete(key);
    if (error) wait?.reject(new Error(error.message));
    else wait?.resolve(result);
  });
  const answer = (key) => new Promise((resolve, reject) => waiting.set(key, { resolve, reject }));
  let next = 0;
  return {
    send: (method, params, sessionId) => {
      next += 1;
      socket.send(JSON.stringify({ id: next, method, params, sessionId }));
      return answer(next);
    },
    event: (method, sessionId) => answer(`${sessionId} ${method}`),
  };
}

/** Opens a page; what is evaluated in it may be a promise, and comes back as plain JSON. */
async function openPage({ send, event }, url) {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  await send('Page.enable', {}, sessionId);
  const loaded = event('Page.loadEventFired', sessionId);
  await send('Page.navigate', { url }, sessionId);
  await loaded;
  return {
    evaluate: async (expression) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', options, sessionId);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
  };
}
