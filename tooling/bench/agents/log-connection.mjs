import { WebSocket } from 'ws';
import { Stop } from '../../stop.mjs';

/** @typedef {{ send: (texts: string[]) => Promise<void>, serverId: string, close: () => Promise<void> }} LogConnection */

/** Adds a game server and connects as its agent. @param {string} url @param {string} token of an Admin @param {string} name @returns {Promise<LogConnection>} */
export async function openLogConnection(url, token, name) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name, game: 'asa' });
  const reply = await fetch(`${url}/api/ark/servers`, { method: 'POST', headers, body });
  const { data } = /** @type {any} */ (await reply.json());
  if (!data?.token) throw new Stop(`A server could not be added: ${reply.status}.`);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ark/link`, {
    headers: { authorization: `Bearer ${data.token}` },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const ask = asker(socket);
  const { serverId } = await ask('hello', {
    protocol: 1,
    agent: { name: 'bench', version: '1' },
    game: 'asa',
    name: null,
    map: null,
    version: null,
    capabilities: { can: [], cannot: [] },
    stream: `bench-${process.hrtime.bigint()}`,
    now: new Date().toISOString(),
  });
  return {
    serverId,
    send: (texts) => {
      const at = new Date().toISOString();
      return ask('logs', { lines: texts.map((text) => ({ at, key: 'game', level: 'info', text })), skipped: 0 });
    },
    close: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.close();
      }),
  };
}

/** @param {WebSocket} socket @returns {(method: string, params: object) => Promise<any>} */
function asker(socket) {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  socket.on('close', (code) =>
    waiting.forEach(({ reject }) => reject(new Stop(`The connection was closed with ${code}.`))),
  );
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { id, result, error } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Stop(`A message was refused: ${JSON.stringify(error)}`));
    else asked?.resolve(result);
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
    });
}
