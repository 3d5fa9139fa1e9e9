import { WebSocket } from 'ws';
import { Stop } from '../../stop.mjs';
import { hello } from './agent-client.mjs';

/**
 * @typedef {{ serverId: string, ask: (method: string, params: object) => Promise<any>, close: () => Promise<void> }} AgentConnection
 * @typedef {Record<string, (params: any) => object>} Commands what the agent replies to the portal's commands
 */

/** Adds a game server. @param {string} url @param {string} token of an Admin @param {string} name @returns {Promise<{ id: string, token: string }>} */
export async function addServer(url, token, name) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name, game: 'asa' });
  const reply = await fetch(`${url}/api/ark/servers`, { method: 'POST', headers, body });
  const { data } = /** @type {any} */ (await reply.json());
  if (!data?.token) throw new Stop(`A server could not be added: ${reply.status}.`);
  return { id: data.server.id, token: data.token };
}

/** Connects as an agent of a server. @param {string} url @param {string} token of the server @param {Commands} [commands] @returns {Promise<AgentConnection>} */
export async function connectAgent(url, token, commands = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ark/link`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const ask = createPeer(socket, commands);
  const { serverId } = await ask('hello', hello(Object.keys(commands)));
  const close = () =>
    new Promise((/** @type {(nothing?: undefined) => void} */ resolve) => {
      socket.once('close', () => resolve());
      socket.close();
    });
  return { serverId, ask, close };
}

/** JSON-RPC in both directions. @param {WebSocket} socket @param {Commands} commands @returns {AgentConnection['ask']} */
function createPeer(socket, commands) {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  socket.on('close', (code) =>
    waiting.forEach(({ reject }) => reject(new Stop(`The connection was closed with ${code}.`))),
  );
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { id, method, params, result, error } = JSON.parse(String(data));
    if (method !== undefined) {
      if (id !== undefined)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: commands[method]?.(params) ?? {} }));
      return;
    }
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
