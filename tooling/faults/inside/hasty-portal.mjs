import http from 'node:http';

// A portal with a fault, to see it found: it acknowledges notes a second before it stores them.
const storeAfterMs = 1_000;
const mark = 'x-stored-late';
const { emit } = http.Server.prototype;

/** @this {http.Server} @param {string | symbol} name @param {any[]} given */
http.Server.prototype.emit = function (name, ...given) {
  const [request, response] = given;
  const isNote = name === 'request' && request.method === 'POST' && request.url.endsWith('/notes');
  if (!isNote || request.headers[mark]) return Reflect.apply(emit, this, [name, ...given]);
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  request.once('end', () => {
    response.end('{"status":200,"data":{}}');
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.address());
    const headers = { ...request.headers, [mark]: '1' };
    const store = () => http.request({ port, host: '127.0.0.1', path: request.url, method: 'POST', headers });
    setTimeout(
      () =>
        store()
          .on('error', () => undefined)
          .end(Buffer.concat(chunks)),
      storeAfterMs,
    );
  });
  return true;
};

await import(new URL('../../../apps/server/dist/main.js', import.meta.url).href);
