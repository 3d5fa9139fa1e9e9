import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../testing/portal-process.ts';
import { freePort, installed, startNats, type TestServer } from '../../testing/test-servers.ts';
import type { Bus } from './bus.ts';
import { connectNatsBus } from './nats-bus.ts';
import { connectFault } from './nats-connection.ts';
import type { NatsAccess } from './nats-options.ts';
import { makeCertificates, makeJwtSetUp } from './nats.fixture.ts';

const logged: string[] = [];
const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) });
const folder = makeFolder();
const open: (Bus | TestServer)[] = [];
afterAll(async () => {
  for (const one of open.toReversed()) await ('stop' in one ? one.stop() : one.close());
  rmSync(folder, { recursive: true, force: true });
});

async function serve(config = '', port?: number) {
  const server = await startNats({ config, ...(port === undefined ? {} : { port }) });
  open.push(server);
  return server;
}

async function connectTo(access: NatsAccess): Promise<Bus> {
  const bus = await connectNatsBus(access, log);
  open.push(bus);
  return bus;
}

/** The error where the connection is refused; nothing of it may be a secret. */
async function refusal(access: NatsAccess, secret = 'sesame'): Promise<string> {
  const error = await connectNatsBus(access, log).then(
    () => new Error('It was not refused.'),
    (cause: unknown) => cause,
  );
  const sentence = connectFault(access.url, error);
  expect(`${sentence} ${String(error)} ${logged.join('')}`).not.toContain(secret);
  return sentence;
}

/** Both ways: a request on one connection gets its response on the other. */
async function expectJoined(one: Bus, other: Bus): Promise<void> {
  other.respond('joined', () => Promise.resolve('yes'));
  await expect.poll(() => one.request('joined', {}, 500).catch(() => 'no')).toBe('yes');
}

describe.runIf(installed.nats)('a NATS server', () => {
  it('lets in who has the user and password of the address, percent-encoded ones too', async () => {
    const { port } = await serve('authorization { user: "portal", password: "open@se,same/1" }');
    const url = `nats://portal:open%40se%2Csame%2F1@127.0.0.1:${port}`;
    await expectJoined(await connectTo({ url }), await connectTo({ url }));
    const wrong = `NATS (127.0.0.1:${port}) refused the login. Check the user, password or token in NATS_URL`;
    expect(await refusal({ url: `nats://portal:sesame@127.0.0.1:${port}` })).toContain(wrong);
    expect(await refusal({ url: `nats://127.0.0.1:${port}` })).toContain(wrong);
  });

  it('lets in who has the token of the address', async () => {
    const { port } = await serve('authorization { token: "open sesame" }');
    const url = `nats://open%20sesame@127.0.0.1:${port}`;
    await expectJoined(await connectTo({ url }), await connectTo({ url }));
    expect(await refusal({ url: `nats://sesame@127.0.0.1:${port}` })).toContain('refused the login');
  });

  it('lets in who has the credentials of a file', async () => {
    const { config, creds } = makeJwtSetUp(folder);
    const { url } = await serve(config);
    await expectJoined(await connectTo({ url, creds }), await connectTo({ url, creds }));
    expect(await refusal({ url })).toContain('refused the login');
    const missing = `${folder}/none.creds`;
    expect(await refusal({ url, creds: missing })).toBe(
      `NATS_CREDS names a file that cannot be read (ENOENT): ${missing}`,
    );
  });

  it('is reached over TLS with its authority, and not without', async () => {
    const { ca, cert, key, clientCert, clientKey } = makeCertificates(folder);
    const server = await serve(`tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}", verify: true }`);
    const url = server.url.replace('nats:', 'tls:');
    const access = { url, ca, cert: clientCert, key: clientKey };
    await expectJoined(await connectTo(access), await connectTo(access));
    expect(await refusal({ ...access, ca: undefined })).toContain('could not be reached with TLS');
    expect(await refusal({ url, ca })).toContain('NATS_CERT and NATS_KEY a client certificate');
    expect(await refusal({ url, ca, cert: clientCert })).toContain('NATS_CERT and NATS_KEY belong together');
    const elsewhere = url.replace('127.0.0.1', 'localhost');
    expect(await refusal({ ...access, url: elsewhere })).toContain('could not be reached with TLS');
    const { url: plain } = await serve();
    expect(await refusal({ url: plain.replace('nats:', 'tls:') })).toContain('could not be reached with TLS');
  });

  it('is found in a list of which the first one is dead, which is tried again later', async () => {
    const port = await freePort();
    const second = await startNats();
    const url = `nats://127.0.0.1:${port},${second.url}`;
    const bus = await connectTo({ url });
    expect(bus.isConnected()).toBe(true);
    const first = await serve('', port);
    await second.stop();
    const there = await connectTo(first);
    await expect.poll(() => bus.isConnected()).toBe(true);
    await expectJoined(bus, there);
  });

  it('that does not respond is named', async () => {
    const port = await freePort();
    expect(await refusal({ url: `nats://portal:sesame@127.0.0.1:${port}` })).toBe(
      `NATS (127.0.0.1:${port}) cannot be reached: connection refused. NATS_URL names the servers.`,
    );
  });
});
