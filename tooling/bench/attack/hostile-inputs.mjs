import { createRandom } from '../../fuzz/random.mjs';

/** A frame of a client: opcode, payload, whether it is the last, whether it is masked. */
const frame = (/** @type {number} */ opcode, /** @type {Buffer} */ payload, isLast = true, isMasked = true) => {
  const head = Buffer.alloc(10);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), payload]);
};

const addresses = [
  '/api/users/login',
  '/api/users',
  '/api/users/password-reset/confirm',
  '/api/users/login/factor',
  '/api/ark/servers',
  '/api/files',
];
const pollution = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const pieces = ['%25', '_', 'a', '(a%2B)%2B%24', '%F0%9F%A6%96', '%5C', '%27', '%00', '%E2%80%AE', '%CC%81', '*', '.'];

/** What an attacker sends, by a seed: each call returns another one. @param {number} seed */
export function createHostileInputs(seed) {
  const random = createRandom(seed);
  const between = (/** @type {number} */ least, /** @type {number} */ most) => least + random.integer(most - least + 1);
  const text = (/** @type {number} */ least, /** @type {number} */ most) =>
    random.pick(['x', 'a@', '\u0000', '\u{1f996}', '\\', '%2e']).repeat(between(least, most));

  /** @type {(() => string)[]} */
  const bodies = [
    () => `{"email":${random.pick(['[', '{"a":']).repeat(between(10_000, 50_000))}`,
    () => {
      const depth = between(5_000, 20_000);
      return `{"email":${'['.repeat(depth)}${']'.repeat(depth)},"password":"x"}`;
    },
    () =>
      `{${Array.from({ length: between(1_000, 8_000) }, (_, index) => `"k${random.integer(1e9)}":${index}`).join()}}`,
    () => JSON.stringify({ email: text(1_000, 40_000), password: text(100, 10_000) }),
    () =>
      `{"${random.pick(pollution)}":{"roles":["Owner"]},"email":"a@b.c","password":${random.pick(['1e999', '-0', '9007199254740993', '"\\ud800"'])}}`,
  ];

  /** @type {(() => string)[]} */
  const requests = [
    () => 'GET / HTTP/1.1\nHost: a\n\n',
    () =>
      `GET / HTTP/1.1\r\nHost: a\r\nContent-Length: ${between(0, 9)}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    () => `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(between(16 * 1024, 40 * 1024))}\r\n\r\n`,
    () =>
      `GET /${random
        .pick(['%2e%2e%2f', '../', '%c0%ae/', '//'])
        .repeat(between(10, 1_000))} HTTP/1.1\r\nHost: a\r\n\r\n`,
    () => `${random.pick(['TRACE', 'CONNECT', 'FOO', 'get', ''])} / HTTP/1.1\r\nHost: a\r\n\r\n`,
    () =>
      `GET ${random.pick(['/api/ark/link', '/', '/api/events'])} HTTP/1.1\r\nHost: a\r\nUpgrade: ${random.pick(['websocket', 'h2c'])}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: ${between(0, 99)}\r\n\r\n`,
    () => String.fromCodePoint(...Array.from({ length: between(1, 200) }, () => random.integer(256))),
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () =>
      `POST /api/users/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${random.pick(['FFFFFFFFFFFFFFFF', '-1', '0x5', 'zz'])}\r\n`,
  ];

  /** @type {(() => Buffer)[]} */
  const frames = [
    () => frame(1, Buffer.alloc(1024 * 1024 + between(1, 1024 * 1024), 'x')),
    () =>
      Buffer.concat(
        Array.from({ length: between(10_000, 30_000) }, (_, index) =>
          frame(index === 0 ? 1 : 0, Buffer.from('x'), false),
        ),
      ),
    () => frame(1, Buffer.from(random.pick([[0xc3, 0x28], [0xff], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]))),
    () => frame(random.pick([1, 2, 9]), Buffer.from('{}'), true, false),
    () => Buffer.concat(Array.from({ length: between(1_000, 3_000) }, () => frame(9, Buffer.alloc(between(0, 125))))),
    () =>
      frame(1, Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"logs","params":${'['.repeat(between(20_000, 100_000))}`)),
  ];

  return {
    login: () =>
      JSON.stringify({ email: `nobody${random.integer(50)}@example.org`, password: `wrong ${random.integer(1e9)}` }),
    address: () => random.pick(addresses),
    body: () => random.pick(bodies)(),
    request: () => random.pick(requests)(),
    search: () => Array.from({ length: between(1, 60) }, () => random.pick(pieces)).join(''),
    frames: () => random.pick(frames)(),
  };
}
