// The least a Node server does for a response: `node baseline-server.mjs <responses>`, a JSON object of path → { status, headers, body }.
import http from 'node:http';

/** @type {Record<string, { status: number, headers: Record<string, string>, body: string }>} */
const fixedResponses = JSON.parse(process.argv[2] ?? '{}');

const server = http.createServer((request, response) => {
  const fixed = fixedResponses[request.url ?? ''];
  if (fixed) response.writeHead(fixed.status, fixed.headers).end(fixed.body);
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ type: 'ready', port: address.port });
});
process.on('disconnect', () => process.exit(0));
