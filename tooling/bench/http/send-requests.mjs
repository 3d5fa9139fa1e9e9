// Sends requests over a bounded number of keep-alive connections, one at a time on each, and ends:
// node send-requests.mjs <port> <connections> <requests> <request, base64>
import net from 'node:net';

const [port = '', connections = '', requests = '', request = ''] = process.argv.slice(2);
const bytes = Buffer.from(request, 'base64');
let remaining = Number(requests);

/** @returns {Promise<void>} */
function connection() {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
    let received = Buffer.alloc(0);
    const next = () => {
      if (remaining-- > 0) socket.write(bytes);
      else socket.end(resolve);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
      const length = responseLength(received);
      if (length === undefined || received.length < length) return;
      received = received.subarray(length);
      next();
    });
  });
}

/** @param {Buffer} received @returns {number | undefined} undefined while its head is not complete */
function responseLength(received) {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  if (!/^HTTP\/1\.1 (200|304) /.test(head)) throw new Error(`unexpected response: ${head.split('\r\n', 1)[0]}`);
  return headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

await Promise.all(Array.from({ length: Number(connections) }, connection));
