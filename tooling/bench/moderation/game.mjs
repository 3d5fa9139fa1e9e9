import fs from 'node:fs';
import net from 'node:net';
import { encode, read, types } from '../commands/rcon-wire.mjs';

const nothing = 'Server received, But no response!! \n ';

/**
 * A game server as its agent sees it: RCON over TCP and a BanList.txt, which it reads and writes as the game does.
 * @param {string} banList @returns {Promise<Game>}
 *
 * @typedef {{
 *   port: number, banList: string,
 *   received: { at: number, command: string }[],
 *   online: Map<string, string>,
 *   stop: () => Promise<void>,
 * }} Game
 */
export async function startGame(banList) {
  fs.writeFileSync(banList, '');
  /** @type {Game['received']} */
  const received = [];
  /** @type {Game['online']} */
  const online = new Map();
  const server = net.createServer({ noDelay: true }, (socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let packet = read(bytes); packet; packet = read(bytes)) {
        bytes = bytes.subarray(packet.length);
        if (packet.type === types.login) socket.write(encode(packet.id, types.command, ''));
        else {
          received.push({ at: performance.now(), command: packet.body });
          socket.write(encode(packet.id, types.reply, respond(packet.body, { banList, online })));
        }
      }
    });
  });
  await new Promise((/** @type {(nothing?: undefined) => void} */ resolve) =>
    server.listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  const stop = () =>
    new Promise((/** @type {(nothing?: undefined) => void} */ resolve) => server.close(() => resolve()));
  return { port, banList, received, online, stop };
}

/** Without a word about bans and kicks: only their effect shows. @param {string} text @param {Pick<Game, 'banList' | 'online'>} game */
function respond(text, { banList, online }) {
  const [command = '', id = ''] = text.split(' ');
  const ids = () => readBans(banList).filter((banned) => banned !== id);
  const write = (/** @type {string[]} */ all) => fs.writeFileSync(banList, all.map((one) => `${one}\n`).join(''));
  if (command === 'BanPlayer') write([...ids(), id]);
  if (command === 'UnbanPlayer') write(ids());
  if (command === 'BanPlayer' || command === 'KickPlayer') online.delete(id);
  if (command !== 'ListPlayers') return nothing;
  if (online.size === 0) return 'No Players Connected \n ';
  return [...online].map(([player, name], n) => `${n}. ${name}, ${player} \n`).join('');
}

/** @param {string} banList */
export function readBans(banList) {
  return fs.readFileSync(banList, 'utf8').split('\n').filter(Boolean);
}

/** The most commands that a game got within so many seconds. @param {Game} game @param {number} seconds */
export function busiest({ received }, seconds) {
  let most = 0;
  for (let from = 0, to = 0; to < received.length; to += 1) {
    while ((received[to]?.at ?? 0) - (received[from]?.at ?? 0) > seconds * 1_000) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}
