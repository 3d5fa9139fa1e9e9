import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../http.mjs';
import { numbers, text } from '../writes.mjs';

/** @typedef {import('../writes.mjs').Write} Write */
/** @typedef {import('../http.mjs').Reply} Reply */
/** @typedef {import('../writes.mjs').LoadContext} LoadContext */

const half = 64 * 1024;
const tus = { 'tus-resumable': '1.0.0' };
const patch = 'application/offset+octet-stream';
const resumeMs = 15_000;
const retryMs = 250;

const isDone = (/** @type {Reply} */ { status }) => status >= 200 && status < 300;
const failed = (/** @type {Reply} */ reply, /** @type {string} */ step) => ({
  ...reply,
  text: `${step}: ${reply.text}`,
});

/**
 * What only the load of several machines writes: uploads in parts, logins, and commands to a game that is slow.
 * @param {{ url: string, ca: string, account: { email: string, password: string }, slowServerId: string }} machines
 */
export function machineWrites({ url, ca, account, slowServerId }) {
  return { upload: uploads(), login: logins({ url, ca, account }), slowCommand: slowCommands(slowServerId) };
}

const nameOf = (/** @type {LoadContext} */ context, /** @type {number} */ n) => `${text(context, n)}.upload.txt`;

/** @param {string} name */
function bytesOf(name) {
  return Buffer.from(`${name}\n`.repeat(Math.ceil((2 * half) / name.length))).subarray(0, 2 * half);
}

/** @param {LoadContext} context @param {string} path @param {Buffer} bytes @param {number} offset */
function add({ admin }, path, bytes, offset) {
  return admin.send('PATCH', path, { type: patch, bytes }, { ...tus, 'upload-offset': String(offset) });
}

/** Why it cannot be finished, if it cannot. @param {LoadContext} context @param {number} n @param {string} path */
async function resume(context, n, path) {
  const content = bytesOf(nameOf(context, n));
  for (const until = performance.now() + resumeMs; ; await delay(retryMs)) {
    const { status, headers } = await context.admin.send('HEAD', path, undefined, tus);
    const offset = Number(headers?.['upload-offset']);
    const isThere = status === 200;
    if (isThere && offset === content.length) return undefined;
    if (isThere && isDone(await add(context, path, content.subarray(offset), offset))) return undefined;
    // It may be finished, and only the reply was lost.
    if (status === 404 || performance.now() > until) return `${n} was begun and cannot be resumed: ${status}`;
  }
}

/** By tus, in two requests; what was interrupted is resumed when the load has stopped. @returns {Write} */
function uploads() {
  /** @type {Map<number, string>} begun and not finished */
  const begun = new Map();
  /** @type {string[]} */
  let faults = [];
  return {
    send: async (context, n) => {
      const name = nameOf(context, n);
      const content = bytesOf(name);
      const metadata = { filename: name, visibility: 'admins' };
      const created = await context.admin.send('POST', '/files/uploads', undefined, {
        ...tus,
        'upload-length': String(content.length),
        'upload-metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${btoa(value)}`)
          .join(','),
      });
      if (!isDone(created)) return failed(created, 'creation');
      const path = new URL(created.headers?.location ?? '', 'http://any').pathname.replace(/^\/api/, '');
      begun.set(n, path);
      for (const offset of [0, half]) {
        const added = await add(context, path, content.subarray(offset, offset + half), offset);
        if (!isDone(added)) return failed(added, `part from ${offset}`);
      }
      begun.delete(n);
      return { status: 200, text: '' };
    },
    stored: async (context) => {
      const results = await Promise.all(
        [...begun].map(async ([n, path]) => /** @type {const} */ ([n, await resume(context, n, path)])),
      );
      const found = await context.admin.read('/files');
      const own = found?.filter(
        (/** @type {any} */ { fileName }) => fileName.includes(context.mark) && fileName.endsWith('.upload.txt'),
      );
      for (const { fileId, fileName } of own ?? []) {
        const { status, text: content } = await context.admin.send('GET', `/files/${fileId}/raw`);
        if (status !== 200 || content !== bytesOf(fileName).toString()) return undefined;
      }
      if (!own) return undefined;
      const names = own.map((/** @type {any} */ file) => file.fileName);
      faults = results.flatMap(([n, fault]) =>
        fault === undefined || names.includes(nameOf(context, n)) ? [] : [fault],
      );
      return numbers(context, names);
    },
    findFaults: async () => faults,
    pauseMs: 700,
  };
}

/** A login that was acknowledged is a session that lasts. @param {{ url: string, ca: string, account: { email: string, password: string } }} machines @returns {Write} */
function logins({ url, ca, account }) {
  const stranger = createClient(url, '', { ca });
  /** @type {Map<number, string>} */
  const tokens = new Map();
  return {
    send: async (_, n) => {
      const reply = await stranger.send('POST', '/users/login', account);
      if (reply.status === 200) tokens.set(n, String(JSON.parse(reply.text).data.accessToken));
      return reply;
    },
    stored: async () => {
      /** @type {number[]} */
      const valid = [];
      for (const [n, token] of tokens) {
        const authorization = `Bearer ${token}`;
        if ((await stranger.send('GET', '/users/me', undefined, { authorization })).status === 200) valid.push(n);
      }
      return valid;
    },
    pauseMs: 1_500,
  };
}

/** @param {string} slowServerId @returns {Write} */
function slowCommands(slowServerId) {
  return {
    send: (context, n) =>
      context.admin.send('POST', `/ark/servers/${slowServerId}/console`, { command: `Broadcast ${text(context, n)}` }),
    stored: async (context) => numbers(context, await context.world.received(slowServerId)),
    pauseMs: 300,
  };
}
