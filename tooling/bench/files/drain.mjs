// Downloads one address over several connections at once, discards the bytes, and prints how many were received:
// node drain.mjs <job>, a JSON object of { url, connections, bytesPerSecond, seconds }; the last two are optional,
// for clients that read slowly and abort before the end.
import { once } from 'node:events';
import http from 'node:http';

const { url, connections, bytesPerSecond = Infinity, seconds = Infinity } = JSON.parse(process.argv[2] ?? '{}');

/** @returns {Promise<number>} bytes */
async function download() {
  const request = http.get(url, { agent: false });
  const [response] = /** @type {[http.IncomingMessage]} */ (await once(request, 'response'));
  if (response.statusCode !== 200) throw new Error(`unexpected response: ${response.statusCode}`);
  const startedAt = performance.now();
  let received = 0;
  response.on('data', (chunk) => {
    received += chunk.length;
    const aheadMs = (received / bytesPerSecond) * 1000 - (performance.now() - startedAt);
    if (aheadMs <= 0) return;
    response.pause();
    setTimeout(() => response.resume(), aheadMs);
  });
  const abortTimer = setTimeout(() => response.destroy(), Math.min(seconds * 1000, 2 ** 31 - 1));
  await new Promise((resolve) => response.once('close', resolve));
  clearTimeout(abortTimer);
  if (seconds === Infinity && !response.complete) throw new Error('the download broke off');
  return received;
}

const counts = await Promise.all(Array.from({ length: connections }, download));
console.log(JSON.stringify({ bytes: counts.reduce((sum, count) => sum + count, 0) }));
