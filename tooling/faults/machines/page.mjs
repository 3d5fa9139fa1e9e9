import https from 'node:https';
import { createClient } from '../http.mjs';
import { waitUntil } from '../product.mjs';

/** @typedef {ReturnType<typeof openPage>} Page */
/** What a page shows, or the API returns: the text of each chat message by its id, and the ids of the files. @typedef {{ chat: Map<string, string>, files: Map<string, string> }} Contents */

/** As in the web app. */
const [firstRetryMs, maxRetryMs] = [1_000, 30_000];
const silenceMs = 12_000;
const refreshEveryMs = 2_000;
const moveMs = 15_000;

/** What the API returns now; undefined if it does not. @param {import('../http.mjs').Client} client @param {string} serverId @returns {Promise<Contents | undefined>} */
export async function readContents(client, serverId) {
  const [chat, files] = await Promise.all([client.read(`/ark/servers/${serverId}/chat`), readFiles(client)]);
  return chat && files && { chat: textsOf(chat.messages), files };
}

/** @param {import('../http.mjs').Client} client @returns {Promise<Map<string, string> | undefined>} */
async function readFiles(client) {
  const found = await client.read('/files');
  return found && new Map(found.map((/** @type {any} */ { fileId, fileName }) => [fileId, fileName]));
}

/** @param {{ id: string, text: string }[]} messages @returns {Map<string, string>} */
const textsOf = (messages) => new Map(messages.map(({ id, text }) => [id, text]));

/**
 * A page with the chat of a server and the list of files that is open all the time. It does what the web app does: one stream,
 * resumed after the last event it has seen, with the same pauses; the list is read again when it has changed.
 * @param {string} url @param {{ token: string, ca: string, serverId: string }} options
 */
export function openPage(url, { token, ca, serverId }) {
  const client = createClient(url, token, { ca });
  const topic = `chat.server/${serverId}`;
  /** @type {Contents} */
  const shown = { chat: new Map(), files: new Map() };
  let isClosed = false;
  let portal = '';
  let attempt = 0;
  let isMoving = false;
  /** @type {string | undefined} */
  let lastEventId;
  /** @type {import('node:http').ClientRequest | undefined} */
  let request;
  /** @type {NodeJS.Timeout | undefined} */
  let refreshing;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const readAgain = async () => {
    refreshedAt = performance.now();
    const files = await readFiles(client);
    refreshing = undefined;
    if (files) shown.files = files;
    else if (!isClosed) refresh();
  };
  const refresh = () => {
    const waitMs = Math.max(0, refreshedAt + refreshEveryMs - performance.now());
    refreshing ??= setTimeout(() => void readAgain(), waitMs).unref();
  };
  const receive = (/** @type {string} */ frame) => {
    lastEventId = /^id: ?(.+)$/m.exec(frame)?.[1] ?? lastEventId;
    const data = /^data: ?(.+)$/m.exec(frame)?.[1];
    if (data === undefined) return;
    const message = JSON.parse(data);
    if (message.topic === 'files') refresh();
    if (message.topic !== topic) return;
    if (message.event === 'snapshot') shown.chat = textsOf(message.data);
    if (message.event === 'added') shown.chat.set(message.data.id, message.data.text);
  };
  const again = () => {
    portal = '';
    const step = Math.min(maxRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + Math.random() / 2);
    setTimeout(open, isMoving ? 0 : step).unref();
    attempt = isMoving ? attempt : attempt + 1;
    isMoving = false;
  };
  const open = () => {
    if (isClosed) return;
    const from = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const own = https.request(`${url}/api/events?topics=${encodeURIComponent(`${topic},files`)}`, {
      ca,
      agent: false,
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...from },
    });
    request = own;
    own.setTimeout(silenceMs, () => own.destroy());
    own.on('error', () => undefined);
    own.once('close', again);
    own.once('response', (response) => {
      response.on('error', () => undefined);
      if (response.statusCode !== 200) return own.destroy();
      attempt = 0;
      portal = String(response.headers['x-portal']).split(', ').at(-1) ?? '';
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        const frames = (rest + String(chunk)).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) receive(frame);
      });
      return undefined;
    });
    own.end();
  };
  open();
  return {
    isLive: () => portal !== '',
    /** Whether it shows all of that, and nothing else in its place. @param {Contents} contents */
    shows: (contents) => isWithin(contents.chat, shown.chat) && isWithin(contents.files, shown.files),
    /** Opens its stream again until it is at this portal. @param {string} port */
    moveTo: (port) =>
      waitUntil(() => {
        if (portal.endsWith(`:${port}`)) return true;
        if (portal === '') return false;
        isMoving = true;
        portal = '';
        request?.destroy();
        return false;
      }, moveMs),
    close: () => {
      isClosed = true;
      clearTimeout(refreshing);
      client.close();
      request?.destroy();
    },
  };
}

/** @param {Map<string, string>} part @param {Map<string, string>} whole */
const isWithin = (part, whole) => [...part].every(([id, text]) => whole.get(id) === text);
