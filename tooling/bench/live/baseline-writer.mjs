// The least a server does to send bytes to many: `{ bytes, times, everyMs }` from its parent writes them to every socket.
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** @type {Set<net.Socket>} */
const sockets = new Set();
const server = net.createServer((socket) => {
  sockets.add(socket.setNoDelay());
  // The clients wait for this word.
  socket.write('"snapshot"');
  socket.resume().on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
});

/** @param {{ bytes: number, times: number, everyMs: number }} task */
async function perform({ bytes, times, everyMs }) {
  for (let time = 0; time < times; time += 1) {
    const chunk = Buffer.alloc(bytes, 'x');
    for (const socket of sockets) socket.write(chunk);
    await wait(everyMs);
  }
  process.send?.('done');
}

process.on('message', (/** @type {any} */ task) => void perform(task));
process.on('disconnect', () => process.exit(0));
