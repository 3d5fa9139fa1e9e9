// The least a Node server does for an answer: `node baseline-server.mjs <answers>`, a JSON object of path → { headers, body }.
import http from 'node:http';

/** @type {Record<string, { headers: Record<string, string>, body: string }>} */
const answers = JSON.parse(process.argv[2] ?? '{}');

const server = http.createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  if (answer) response.writeHead(200, answer.headers).end(answer.body);
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ type: 'ready', port: address.port });
});
process.on('disconnect', () => process.exit(0));
