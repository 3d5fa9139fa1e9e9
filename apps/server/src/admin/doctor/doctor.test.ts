import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { inspectDatabase, type DatabaseState } from '../../db/inspect-database.ts';
import { makeCertificates } from '../../platform/bus/nats.fixture.ts';
import { createSecretKey } from '../../platform/secret-key.ts';
import { makeFolder, prepareFolder, spawnPortal } from '../../testing/portal-process.ts';
import { freePort, installed, startNats, startPgBouncer, startPostgres } from '../../testing/test-servers.ts';
import { checkBus, judgeDatabase } from './database.checks.ts';
import { runDoctor } from './doctor.ts';
import type { Finding } from './finding.ts';
import { checkLimits, checkNode, checkSpace, checkUser, explainExcess } from './machine.checks.ts';
import { checkDiscord, checkEmail, checkMetricsPort, checkPublicUrl, checkRelease } from './network.checks.ts';
import { checkCertificates, checkProxy, judgeExpiry } from './settings.checks.ts';

const folder = makeFolder();
const closers: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const config = (settings: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...settings }, '/nowhere');
const wrongIn = (findings: Finding[]) => findings.flatMap(({ mark, message }) => (mark === 'bad' ? [message] : []));
const now = new Date('2026-06-01T00:00:00Z');

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function doctor(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const environment = { PATH: process.env['PATH'] ?? '', TRIBEHALL_WORLD: 'off', DATA_DIR: folder, ...settings };
  const code = await runDoctor(environment, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

describe('doctor', () => {
  it('finds nothing wrong with a portal, whether it runs or not', async () => {
    const before = await doctor({});
    expect(before.output).toContain('Everything is in order.');
    expect(before.code).toBe(0);
    const METRICS_PORT = String(await freePort());
    expect((await doctor({ METRICS_PORT })).output).toContain(`127.0.0.1:${METRICS_PORT} is free (METRICS_PORT).`);
    const settings = { METRICS_PORT, METRICS_TOKEN: 'only Prometheus knows'.replaceAll(' ', '-') };
    prepareFolder(folder);
    const portal = spawnPortal(folder, { settings });
    const url = await portal.ready();
    const program = spawnPortal(folder, { program: 'admin', args: ['doctor'], settings });
    expect(await program.exit()).toBe(0);
    const metrics = `Metrics are at http://127.0.0.1:${METRICS_PORT}/metrics.`;
    for (const words of [
      metrics,
      'The portal is running',
      `${url} answers with Tribehall`,
      'Live updates',
      'WebSocket',
    ])
      expect(program.output()).toContain(words);
    expect(program.output()).not.toContain('✗');
    await portal.stop();
    expect((await doctor({})).output).toContain('The portal is not running');
  });

  it('names everything that is wrong at once, and prints no secret', async () => {
    const { code, output } = await doctor({
      PORT: 'abc',
      LOG_DAY: '7',
      TRIBEHALL_WROLD: 'on',
      FILES_DIR: '/nowhere/files',
      PUBLIC_URL: 'https://portal.invalid',
      DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x',
      NATS_URL: 'nats://u:hidden@127.0.0.1:1',
      SMTP_URL: 'smtp://u:hidden@127.0.0.1:1',
      SMTP_FROM: 'a@example.test',
      DISCORD_BOT_TOKEN: 'hidden',
      DISCORD_API_BASE: 'http://127.0.0.1:9',
      SECRET_KEY: 'hidden',
      YTDLP_PATH: '/nowhere/yt-dlp',
    });
    expect(code).toBe(1);
    expect(output).not.toContain('hidden');
    for (const words of [
      'PORT must be a whole number',
      'LOG_DAY is not a setting. Did you mean LOG_DAYS?',
      'TRIBEHALL_WROLD is not a setting',
      'SECRET_KEY must have at least 32 characters',
      'FILES_DIR (/nowhere/files) does not exist. Is its drive mounted?',
      'TRUSTED_PROXIES is not set',
      'The database of DATABASE_URL cannot be used: connect ECONNREFUSED',
      'NATS_URL is set without SECRET_KEY',
      'NATS (127.0.0.1:1) cannot be reached',
      '127.0.0.1:1 cannot be used (SMTP_URL): connect ECONNREFUSED',
      'Discord cannot be reached',
    ])
      expect(output).toContain(words);
  });
});

function limitsOf(given: Record<string, string>, memoryMb: number, cores: number): string[] {
  return checkLimits(config(given), undefined, { memoryMb, cores }).map(({ message }) => message);
}

describe('the machine', () => {
  it('needs a new enough Node.js, open files and space', () => {
    expect([checkNode('18.19.0').mark, checkNode('21.1.0').mark, checkNode('22.1.0').mark]).toEqual([
      'bad',
      'note',
      'good',
    ]);
    expect(checkLimits(config(), undefined)).toHaveLength(2);
    expect(wrongIn(checkSpace(config({ FILES_KEEP_FREE_MB: '100000000' })))).toEqual([
      expect.stringMatching(/^Only .* are free on the drive of .*FILES_KEEP_FREE_MB/),
    ]);
    const [finding] = checkSpace(config({ FILES_QUOTA_MB: '100000000' }));
    expect(finding?.message).toMatch(/the limits allow .*FILES_QUOTA_MB=100000000, MUSIC_QUOTA_MB=/);
    const small = { FILES_QUOTA_MB: '1', MUSIC_QUOTA_MB: '1', JOURNAL_MAX_MB: '100', LOG_MAX_MB: '100' };
    expect(explainExcess(config(small))).toBeUndefined();
  });

  it('is described with what was chosen for it', () => {
    expect(limitsOf({ DATABASE_POOL: '10', TERMINAL_MEMORY_MB: '478' }, 957, 1).at(-1)).toMatch(
      /^For 1 core and 9\d\d.* of memory: DATABASE_POOL is 10, TERMINAL_MEMORY_MB 478; password hashes at a time: 1, downloads: 1\.$/,
    );
    expect(limitsOf({}, 16_000, 8).at(-1)).toMatch(/^For 8 cores .*; password hashes at a time: 2, downloads: 2\.$/);
    expect(limitsOf({}, 500, 1).at(-2)).toContain('1 GB is recommended');
  });
});

const checkAddress = async (url: string) => wrongIn(await checkPublicUrl(url, '0.2.0', now)).join();

describe('the address', () => {
  it.each([
    [{ PUBLIC_URL: 'http://ark.example', PORT: '80' }, 'PUBLIC_URL is not https'],
    [{ PUBLIC_URL: 'https://ark.example' }, 'TRUSTED_PROXIES is not set'],
    [{ PUBLIC_URL: 'https://ark.example', TRUSTED_PROXIES: '0.0.0.0/0' }, 'contains every address'],
    [{ HOST: '0.0.0.0' }, 'answers to any host name'],
  ])('%j: %s', (settings, words) => {
    expect(wrongIn(checkProxy(config(settings as Record<string, string>)))).toEqual([expect.stringContaining(words)]);
  });

  it('leads to another server, to another address, or to nothing', async () => {
    const [other, moved, broken] = await Promise.all([
      serve((_, reply) => reply.end('Welcome to nginx!')),
      serve((_, reply) => reply.writeHead(301, { location: 'https://ark.example/' }).end('moved')),
      serve((_, reply) => reply.writeHead(502).end('Bad Gateway')),
    ]);
    expect(await checkAddress(other)).toContain('answers with status 200, and not with a Tribehall portal');
    expect(await checkAddress(moved)).toContain('redirects to https://ark.example/');
    expect(await checkAddress(broken)).toContain('The proxy does not reach it');
    expect(await checkAddress('http://127.0.0.1:1')).toContain('cannot be reached from this machine');
    expect(await checkAddress('http://nowhere.invalid')).toContain('cannot be resolved');
  });

  it('has a proxy in front that passes on no WebSocket and buffers streams, or another version behind it', async () => {
    const portal = await serve((call, reply) => {
      if (call.url === '/api/health') return reply.end(JSON.stringify({ data: { live: true, version: '9.9.9' } }));
      if (call.url?.startsWith('/api/events')) return reply.write(': open\n\n');
      return reply.writeHead(400).end('no upgrade');
    });
    const proxy = await serve((call, reply) => {
      const { upgrade: _, connection: __, ...headers } = call.headers;
      request(`${portal}${call.url}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => reply.writeHead(response.statusCode ?? 0).end(Buffer.concat(chunks)));
      }).end();
    });
    const wrong = wrongIn(await checkPublicUrl(proxy, '0.2.0', now)).join('\n');
    expect(wrong).toContain('answers with Tribehall 9.9.9; this is 0.2.0');
    expect(wrong).toContain('WebSocket connections of agents do not reach the portal (status 400)');
    expect(wrong).toContain('The proxy must not buffer responses');
  });

  it('has certificates, which expire', () => {
    expect(judgeExpiry('It', '2026-05-31T00:00:00Z', now).message).toContain('has expired on 2026-05-31');
    expect(judgeExpiry('It', '2026-06-07T00:00:00Z', now)).toMatchObject({ mark: 'bad' });
    expect(judgeExpiry('It', '2026-09-01T00:00:00Z', now)).toMatchObject({ mark: 'good' });
    const { ca } = makeCertificates(folder);
    const later = new Date(Date.now() + 365 * 24 * 3600_000);
    expect(wrongIn(checkCertificates(config({ NATS_CA: ca }), later))).toEqual([
      expect.stringContaining('The certificate of NATS_CA has expired'),
    ]);
    expect(wrongIn(checkCertificates(config({ NATS_CERT: '/nowhere.pem' }), now))).toHaveLength(1);
  });
});

describe('the database', () => {
  const key = createSecretKey('the secret of this community, long');
  const fine: DatabaseState = {
    version: 180_000,
    pendingMigrations: 0,
    isAhead: false,
    hasTrigrams: true,
    mayCreate: true,
    maxConnections: 100,
    clockAheadMs: 20,
    hasTransactionPooler: false,
    sealedPushKey: key.seal('push-key', 'x'),
  };

  it.each([
    [{ version: 140_005 }, 'The database is PostgreSQL 14; 15 or newer is needed.'],
    [{ isAhead: true }, 'used by a newer release'],
    [{ mayCreate: false }, 'may not create schemas'],
    [{ maxConnections: 20 }, 'DATABASE_POOL is 20, and the server allows 20 connections'],
    [{ clockAheadMs: -61_000 }, 'The clock of the database is 61 s behind that of this machine.'],
    [{ hasTransactionPooler: true }, 'set DATABASE_POOLER=transaction'],
    [{ sealedPushKey: createSecretKey('another secret, which is as long as').seal('push-key', 'x') }, 'SECRET_KEY'],
  ])('%j', (state, words) => {
    expect(wrongIn(judgeDatabase(config(), { ...fine, ...state }, key))).toEqual([expect.stringContaining(words)]);
  });

  it('is fine otherwise', () => {
    expect(judgeDatabase(config(), fine, key)).toEqual([
      { mark: 'good', about: 'database', message: 'PostgreSQL 18 answers.' },
    ]);
    const findings = judgeDatabase(config(), { ...fine, pendingMigrations: 2, hasTrigrams: false }, key);
    expect(findings.map(({ mark }) => mark)).toEqual(['good', 'note']);
    expect(judgeDatabase(config(), { ...fine, clockAheadMs: 1900 }, key)).toHaveLength(1);
    const [, skew] = judgeDatabase(config(), { ...fine, clockAheadMs: 2600 }, key);
    expect(skew).toMatchObject({
      mark: 'note',
      message: expect.stringContaining('3 s ahead of that of this') as string,
    });
  });

  it.runIf(installed.postgres && installed.pgBouncer && installed.nats)(
    'and what is before it are recognized, and so are the portals of a bus',
    async () => {
      const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
      closers.push(postgres.stop, nats.stop);
      const pooler = await startPgBouncer(postgres);
      closers.push(pooler.stop);
      expect(await inspectDatabase({ url: postgres.url })).toMatchObject({
        hasTransactionPooler: false,
        isAhead: false,
        mayCreate: true,
        sealedPushKey: undefined,
      });
      expect(await inspectDatabase({ url: pooler.url })).toMatchObject({ hasTransactionPooler: true });
      const settings = {
        DATABASE_URL: postgres.url,
        NATS_URL: nats.url,
        SECRET_KEY: 'a secret of several portals, long',
      };
      const data = makeFolder();
      closers.push(() => rmSync(data, { recursive: true, force: true }));
      const portal = spawnPortal(data, { settings });
      closers.push(() => portal.stop());
      await portal.ready();
      const here = createSecretKey(settings.SECRET_KEY);
      expect(wrongIn(await checkBus(config({ ...settings, DATA_DIR: data }), here))).toEqual([]);
      expect(wrongIn(await checkBus(config(settings), here))).toEqual([
        expect.stringMatching(/^FILES_DIR, MUSIC_DIR are not the folders of the portal on /),
      ]);
      expect(wrongIn(await checkBus(config({ ...settings, DATA_DIR: data, DATABASES_DIR: data }), here))).toEqual([
        expect.stringMatching(
          /^DATABASES_DIR is not the folder of the portal on .* Set DATABASES_DIR on all of them or/,
        ),
      ]);
      expect(wrongIn(await checkBus(config({ ...settings, DATA_DIR: data }), key))).toEqual([
        expect.stringContaining('SECRET_KEY is not that of the portal on '),
      ]);
    },
  );
});

describe('others', () => {
  it('RUN_AS names a user of this machine', () => {
    expect(checkUser(config({ RUN_AS: 'root' }))).toEqual([]);
    expect(checkUser(config())).toEqual([]);
    expect(wrongIn(checkUser(config({ RUN_AS: 'roo' })))).toEqual([
      'RUN_AS is "roo", but there is no such user on this machine.',
    ]);
  });

  it('METRICS_PORT is free, or the running portal answers there', async () => {
    const { port } = new URL(await serve((_, reply) => reply.writeHead(404).end()));
    const check = async (isRunning: boolean) =>
      wrongIn(await checkMetricsPort(config({ METRICS_PORT: port }), isRunning)).join();
    expect(await check(false)).toContain(`127.0.0.1:${port} cannot be used (METRICS_PORT): listen EADDRINUSE`);
    expect(await check(true)).toContain('Something else than the portal answers');
    expect(await checkMetricsPort(config(), false)).toEqual([]);
  });

  it('RELEASE_URL answers as GitHub does', async () => {
    let body = JSON.stringify({ tag_name: 'v1.2.3' });
    const RELEASE_URL = await serve((_, reply) => reply.end(body));
    const check = async () => (await checkRelease(config({ RELEASE_URL }), '1.2.2'))[0];
    expect(await check()).toMatchObject({ mark: 'note', message: 'Tribehall 1.2.3 is available; this is 1.2.2.' });
    body = JSON.stringify({ tag_name: 'v1.2.2' });
    expect(await check()).toMatchObject({ mark: 'good' });
    for (body of ['{}', '<html>'])
      expect(await check()).toMatchObject({ mark: 'bad', message: expect.stringContaining('GitHub') as string });
    const away = await checkRelease(config({ RELEASE_URL: 'http://127.0.0.1:1/latest' }), '1.2.2');
    expect(wrongIn(away)).toEqual([expect.stringContaining('RELEASE_URL names no release: connect ECONNREFUSED')]);
    expect(await checkRelease(config(), '1.2.2')).toEqual([]);
  });

  it('email: needs both settings, and a server that accepts the login', async () => {
    expect(wrongIn(await checkEmail(config({ SMTP_FROM: 'a@example.test' })))).toEqual([
      'SMTP_URL is not set; email needs SMTP_URL and SMTP_FROM.',
    ]);
    expect(await checkEmail(config())).toMatchObject([{ mark: 'note' }]);
  });

  it('Discord: the token, the intents, the guild, and a link that invites the bot', async () => {
    const state = { status: 200, flags: 0, guild: 404 };
    const api = await serve((call, reply) => {
      if (call.headers.authorization !== 'Bot right') return reply.writeHead(401).end('{}');
      if (call.url?.startsWith('/v10/guilds/')) return reply.writeHead(state.guild).end('{}');
      return reply.end(JSON.stringify({ id: '42', flags: state.flags }));
    });
    const check = (settings: Record<string, string> = {}) =>
      checkDiscord(
        config({ DISCORD_API_BASE: api, DISCORD_BOT_TOKEN: 'right', GUILD_ID: '81384788765712384', ...settings }),
      );
    expect(wrongIn(await check({ DISCORD_BOT_TOKEN: 'wrong' }))).toEqual([
      'Discord rejected the bot token. Check DISCORD_BOT_TOKEN.',
    ]);
    expect(wrongIn(await check({ DISCORD_CLIENT_ID: '43' }))).toEqual([
      'DISCORD_CLIENT_ID is 43, and the bot token belongs to the application 42.',
      expect.stringContaining('Turn on Server Members Intent and Message Content Intent'),
      'The bot is not in the guild 81384788765712384 (GUILD_ID). Invite it: https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=3230720&guild_id=81384788765712384',
    ]);
    Object.assign(state, { flags: (1 << 14) | (1 << 19), guild: 200 });
    expect(wrongIn(await check())).toEqual([]);
  });
});
