import { WebSocket } from 'ws';
import { Stop } from '../../stop.mjs';

/** @typedef {{ serverId: string, reconnectWithinMs?: number }} Welcome */
/** @typedef {{ localAddress?: string, onWelcome?: (welcome: Welcome) => void }} ClientOptions */

/** @param {string} address @param {string} token @param {ClientOptions} [options] @returns {Promise<WebSocket>} after hello */
export async function openConnection(address, token, { localAddress, onWelcome } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(address, { headers, perMessageDeflate: false, ...(localAddress && { localAddress }) });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const welcome = await ask(socket, 'hello', hello());
  onWelcome?.(welcome);
  return socket;
}

/** The first message of an agent. @param {string[]} [commands] that it can execute */
export function hello(commands = []) {
  return {
    protocol: 2,
    agent: { name: 'bench', version: '1' },
    game: 'asa',
    name: null,
    map: null,
    version: null,
    capabilities: { can: commands, cannot: [] },
    stream: `bench-${process.hrtime.bigint()}`,
    now: new Date().toISOString(),
  };
}

/** @param {WebSocket} socket @param {string} method @param {object} params @returns {Promise<any>} the result */
export function ask(socket, method, params) {
  return new Promise((resolve, reject) => {
    /** @param {number} code */
    const refuse = (code) => reject(new Stop(`The connection was closed with ${code}.`));
    socket.once('close', refuse);
    socket.once('message', (/** @type {Buffer} */ data) => {
      socket.off('close', refuse);
      const { result, error } = JSON.parse(String(data));
      if (error) reject(new Stop(`${method} was refused: ${JSON.stringify(error)}`));
      else resolve(result);
    });
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  });
}
