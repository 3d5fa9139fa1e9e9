// The least that a server for agents can do: parse and acknowledge.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
  process.send?.({ type: 'ready', port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
});
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { id, params } = JSON.parse(/** @type {Buffer} */ (data).toString());
    const result = { ackedSeq: params.events?.at(-1)?.seq ?? 0, rejected: [] };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
});
process.on('disconnect', () => process.exit(0));
