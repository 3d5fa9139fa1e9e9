// Sends commands to a game server, one at a time, with the client that is named, and reports the CPU time that took:
// node baseline-rcon-client.mjs <floor | product | npm package> <port> <module of the product's client>
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { encode, types } from './rcon-wire.mjs';

const [name = '', port = '', module = ''] = process.argv.slice(2);
const target = { host: '127.0.0.1', port: Number(port), password: 'bench', timeout: 10_000 };
const rival = createRequire(path.join(root, 'apps/world/package.json'));

/** Each returns a function that sends a command and waits for its reply. @type {Record<string, () => Promise<(command: string) => Promise<unknown>>>} */
const clients = {
  /** Bytes out, as many bytes back as the reply has: no parsing, no time limit, no queue. */
  floor: async () => {
    const socket = net.connect({ ...target, noDelay: true });
    socket.write(encode(1, types.login, target.password));
    await once(socket, 'data');
    let missing = 0;
    /** @type {((nothing?: undefined) => void) | undefined} */
    let done;
    socket.on('data', (chunk) => {
      missing -= chunk.length;
      if (missing === 0) done?.();
    });
    return (command) =>
      new Promise((/** @type {(nothing?: undefined) => void} */ resolve) => {
        missing = 14 + Number(/\d+/.exec(command));
        done = resolve;
        socket.write(encode(1, types.command, command));
      });
  },
  product: async () => {
    const { createRconClient } = await import(module);
    const limits = { commandsPerSecond: 1e6, burst: 1e6 };
    const client = createRconClient({ ...target, isAsciiOnly: false, limits });
    return (command) => client.run(command, { priority: 'chat' });
  },
  'rcon-client': async () => {
    const { Rcon } = rival('rcon-client');
    const client = await Rcon.connect(target);
    return (command) => client.send(command);
  },
  'rcon-srcds': async () => {
    const { default: Srcds } = rival('rcon-srcds');
    const client = new Srcds({ ...target, encoding: 'utf8' });
    await client.authenticate(target.password);
    return (command) => client.execute(command);
  },
};

const send = await /** @type {() => Promise<(command: string) => Promise<unknown>>} */ (clients[name])();
/** @param {{ command: string, count: number }} order */
async function sendAll({ command, count }) {
  const before = process.cpuUsage();
  for (let sent = 0; sent < count; sent += 1) await send(command);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ type: 'done', us: (user + system) / count });
}
process.on('message', (/** @type {{ command: string, count: number }} */ order) => void sendAll(order));
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
