import net from 'node:net';
import { encode, read, types } from '../../bench/commands/rcon-wire.mjs';

/** @typedef {Awaited<ReturnType<typeof startGame>>} Game */

const nothing = 'Server received, But no response!! \n ';
export const player = { id: '76561190000000955', name: 'Counter' };

/** A game server as its agent sees it over RCON, with one player on it. @param {{ slowMs?: number }} [options] how long it takes for what it is told */
export async function startGame({ slowMs = 0 } = {}) {
  /** @type {string[]} */
  const received = [];
  /** @type {string[]} */
  let said = [];
  const respond = (/** @type {string} */ command) => {
    if (command === 'ListPlayers') return `0. ${player.name}, ${player.id} \n`;
    if (command !== 'GetChat') {
      received.push(command);
      return nothing;
    }
    const lines = said;
    said = [];
    return lines.length === 0 ? nothing : lines.map((text) => `${player.name} (${player.name}): ${text} \n`).join('');
  };
  const server = net.createServer({ noDelay: true }, (socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let packet = read(bytes); packet; packet = read(bytes)) {
        bytes = bytes.subarray(packet.length);
        const isLogin = packet.type === types.login;
        const { id, body } = packet;
        const reply = () =>
          socket.writable &&
          socket.write(encode(id, isLogin ? types.command : types.reply, isLogin ? '' : respond(body)));
        if (body.startsWith('Broadcast') && slowMs > 0) setTimeout(reply, slowMs);
        else reply();
      }
    });
  });
  await new Promise((/** @type {(nothing?: undefined) => void} */ resolve) =>
    server.listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  return {
    port,
    received,
    say: (/** @type {string} */ text) => void said.push(text),
    stop: () => new Promise((/** @type {(nothing?: undefined) => void} */ resolve) => server.close(() => resolve())),
  };
}
