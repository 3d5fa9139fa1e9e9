import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { findChromium } from '../../programs.mjs';
import { Stop } from '../../stop.mjs';

const options = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--remote-debugging-port=0',
];
const startMs = 30_000;
const waitMs = 30_000;

/** @typedef {(method: string, params?: object, sessionId?: string) => Promise<any>} Send */
/** @typedef {Awaited<ReturnType<typeof openPlainPage>>} PlainPage */

/**
 * A browser that only does what a page asks of it. Playwright also watches the console, errors and requests of a page, and
 * runs a script of its own in it; at a fourth of the speed that blocks the page for some tenths of a second.
 * @template T @param {(send: Send) => Promise<T>} work
 */
export async function withPlainBrowser(work) {
  const program = findChromium();
  if (!program) throw new Stop('This benchmark needs Chromium (Debian package "chromium", or CHROMIUM_PATH).');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-browser-'));
  const child = spawn(program, [...options, `--user-data-dir=${folder}`], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const { send, close } = await connect(await addressOf(folder));
    try {
      return await work(send);
    } finally {
      // The program may be a script that started the browser: a signal would end the script alone.
      await send('Browser.close');
      close();
    }
  } finally {
    child.kill();
    await ended;
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The browser writes its port and path into its folder. @param {string} folder */
async function addressOf(folder) {
  const end = Date.now() + startMs;
  while (Date.now() < end) {
    try {
      const [port, address] = fs.readFileSync(path.join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
      if (port && address) return `ws://127.0.0.1:${port}${address}`;
    } catch {
      // Not written yet.
    }
    await setTimeout(50);
  }
  throw new Stop('Chromium did not start.');
}

/** @param {string} address */
async function connect(address) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(/** @type {string} */ (data));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });
  /** @type {Send} */
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    });
  return { send, close: () => socket.close() };
}

/** A page in a context of its own, without a cache. `script` runs in it before anything else. @param {Send} send @param {string} script */
export async function openPlainPage(send, script) {
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  /** @param {string} method @param {object} [params] */
  const ask = (method, params) => send(method, params, sessionId);
  await ask('Page.enable');
  const size = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
  await ask('Emulation.setDeviceMetricsOverride', size);
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: `{${script}}` });
  /** @param {string} expression */
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  /** @param {string} expression */
  const until = async (expression) => {
    const end = Date.now() + waitMs;
    while (!(await evaluate(`Boolean(${expression})`))) {
      if (Date.now() > end) throw new Stop(`The page never had: ${expression}`);
      await setTimeout(50);
    }
  };
  /** @param {string} key @param {string} [text] */
  const press = async (key, text) => {
    const { keyCode, code } = keys[key] ?? {
      keyCode: key.toUpperCase().charCodeAt(0),
      code: `Key${key.toUpperCase()}`,
    };
    const parts = { key, code, windowsVirtualKeyCode: keyCode };
    await ask('Input.dispatchKeyEvent', { type: text === undefined ? 'rawKeyDown' : 'keyDown', text, ...parts });
    await ask('Input.dispatchKeyEvent', { type: 'keyUp', ...parts });
  };
  /** @param {string} expression of an element */
  const click = async (expression) => {
    const box = await evaluate(`(${expression}).getBoundingClientRect().toJSON()`);
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 };
    await ask('Input.dispatchMouseEvent', { ...place, type: 'mouseMoved', button: 'none' });
    await ask('Input.dispatchMouseEvent', { ...place, type: 'mousePressed' });
    await ask('Input.dispatchMouseEvent', { ...place, type: 'mouseReleased' });
  };
  return {
    ask,
    evaluate,
    until,
    press,
    click,
    close: () => send('Target.disposeBrowserContext', { browserContextId }),
  };
}

/** @type {Record<string, { keyCode: number, code: string }>} */
const keys = { Tab: { keyCode: 9, code: 'Tab' }, Escape: { keyCode: 27, code: 'Escape' } };
