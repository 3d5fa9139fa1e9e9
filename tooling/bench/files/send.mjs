// Sends random bytes in one request, as fast as they are taken, and writes the response as JSON:
// node send.mjs <job>, a JSON object of { url, method, headers, bytes, before, after }
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

const { url, method, headers, bytes, before = '', after = '' } = JSON.parse(process.argv[2] ?? '{}');
const pool = randomBytes(2 ** 24);
const chunkBytes = 2 ** 18;

function* body() {
  if (before) yield Buffer.from(before);
  for (let sent = 0; sent < bytes; sent += chunkBytes) {
    const from = sent % pool.length;
    yield pool.subarray(from, from + Math.min(chunkBytes, bytes - sent));
  }
  if (after) yield Buffer.from(after);
}

const length = Buffer.byteLength(before) + bytes + Buffer.byteLength(after);
const request = http.request(url, { agent: false, method, headers: { ...headers, 'content-length': length } });
const [[response]] = await Promise.all([once(request, 'response'), pipeline(Readable.from(body()), request)]);
console.log(JSON.stringify({ status: response.statusCode, body: await text(response) }));
