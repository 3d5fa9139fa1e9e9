// The least that a game server can do: accepts any login and replies to a command with as many bytes as it names.
import net from 'node:net';
import { encode, read, types } from './rcon-wire.mjs';

const server = net.createServer({ noDelay: true }, (socket) => {
  let received = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let packet = read(received); packet; packet = read(received)) {
      received = received.subarray(packet.length);
      if (packet.type === types.login) socket.write(encode(packet.id, types.command, ''));
      else socket.write(encode(packet.id, types.reply, 'x'.repeat(Number(/\d+/.exec(packet.body)))));
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: /** @type {net.AddressInfo} */ (server.address()).port });
});
process.on('disconnect', () => process.exit(0));
