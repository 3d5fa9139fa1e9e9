import { createServer, request, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEgressProxy, type EgressProxy } from './egress-proxy.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { ForbiddenAddressError } from './guarded-target.ts';

let site: { port: number; stop: () => void };
let canary: { port: number; stop: () => void };
let canaryHits: string[] = [];
let proxy: EgressProxy;

beforeAll(async () => {
  canary = await listen('127.0.0.2', (incoming, response) => {
    canaryHits.push(incoming.url ?? '');
    response.end('the canary');
  });
  site = await listen('127.0.0.1', (incoming, response) => {
    const { headers, url = '' } = incoming;
    if (url.startsWith('/to?')) response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end();
    else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (url === '/long') response.end('x'.repeat(5000));
    else if (url === '/silent') return;
    else if (incoming.method === 'POST') incoming.pipe(response);
    else response.end(JSON.stringify({ url, headers }));
  });
  proxy = await startEgressProxy(new Set([`127.0.0.1:${site.port}`]));
});
afterAll(async () => {
  await proxy.stop();
  site.stop();
  canary.stop();
});
beforeEach(() => (canaryHits = []));

/** Many ways to write an address of this machine or its network. */
const disguises = [
  '127.0.0.2',
  'localhost',
  '127.2',
  '2130706434',
  '0x7f000002',
  '0177.0.0.2',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.2]',
  '[64:ff9b::7f00:2]',
  '[2002:7f00:2::]',
  '169.254.169.254',
  '10.0.0.1',
];

describe('the proxy', () => {
  it('forwards to an allowed address, without its own headers', async () => {
    const pass = proxy.open({ maxBytes: 1e6 });
    const response = await through(pass.url, `http://127.0.0.1:${site.port}/a?b=c`);
    expect(response.status).toBe(200);
    const seen = JSON.parse(response.body) as { url: string; headers: Record<string, string> };
    expect(seen.url).toBe('/a?b=c');
    expect(seen.headers).toMatchObject({ host: `127.0.0.1:${site.port}`, 'x-mine': 'yes' });
    expect(seen.headers).not.toHaveProperty('proxy-authorization');
    pass.close();
  });

  it('knows nobody without an open pass', async () => {
    const pass = proxy.open({ maxBytes: 1e6 });
    const address = `http://127.0.0.1:${site.port}/`;
    expect((await through(pass.url.replace(/run:\w+@/, ''), address)).status).toBe(407);
    expect((await through(pass.url.replace(/run:\w+@/, 'run:guess@'), address)).status).toBe(407);
    expect(await tunnelled(pass.url.replace(/run:\w+@/, ''), `127.0.0.1:${site.port}`)).toContain(' 407 ');
    pass.close();
    expect((await through(pass.url, address)).status).toBe(407);
  });

  it('outlives a program that hangs up without a word, known to it or not', async () => {
    const pass = proxy.open({ maxBytes: 1e6 });
    for (const url of [pass.url, pass.url.replace(/run:\w+@/, '')])
      for (let times = 0; times < 20; times += 1) await hangUp(url, `127.0.0.1:${site.port}`);
    expect((await through(pass.url, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
    pass.close();
  });

  it('returns an error for a site with an invalid status', async () => {
    const odd = await respondingWith('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n');
    const own = await startEgressProxy(new Set([odd.host]));
    expect((await through(own.open({ maxBytes: 1e6 }).url, `http://${odd.host}/`)).status).toBe(502);
    await own.stop();
    odd.stop();
  });

  it.each(disguises)('refuses %s, asked plainly or for a tunnel', async (host) => {
    const pass = proxy.open({ maxBytes: 1e6 });
    const response = await through(pass.url, `http://${host}:${canary.port}/x`);
    expect([response.status, response.body]).toEqual([403, expect.stringContaining('is not a public address.')]);
    expect(await tunnelled(pass.url, `${host}:${canary.port}`)).toMatch(/^HTTP\/1.1 403 /);
    expect(pass.refusal()).toContain('is not a public address.');
    expect(canaryHits).toEqual([]);
    pass.close();
  });

  it('refuses other ports and programs, and reports a site that cannot be reached', async () => {
    const pass = proxy.open({ maxBytes: 1e6 });
    expect((await through(pass.url, 'http://8.8.8.8:25/')).status).toBe(403);
    expect((await through(pass.url, 'ftp://8.8.8.8/')).status).toBe(403);
    expect(await tunnelled(pass.url, '8.8.8.8:22')).toContain(' 403 ');
    expect((await through(pass.url, 'http://no-such-host.invalid/')).status).toBe(502);
    pass.close();
  });

  it('tunnels to an allowed address', async () => {
    const pass = proxy.open({ maxBytes: 1e6 });
    const sent = 'GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const heard = await tunnelled(pass.url, `127.0.0.1:${site.port}`, sent);
    expect(heard).toContain('200 Connection Established');
    expect(heard).toContain('"url":"/inside"');
    pass.close();
  });

  it('lets no more bytes through than the pass has', async () => {
    const pass = proxy.open({ maxBytes: 4000 });
    await expect(through(pass.url, `http://127.0.0.1:${site.port}/long`)).rejects.toThrow(/aborted|socket hang up/);
    expect(pass.isSpent()).toBe(true);
    expect((await through(pass.url, `http://127.0.0.1:${site.port}/`)).status).toBe(407);
  });
});

describe('guarded requests', () => {
  it('return the response of an allowed address', async () => {
    const response = await get(`http://127.0.0.1:${site.port}/me`, { headers: { 'x-mine': 'yes' } });
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body.toString())).toMatchObject({ url: '/me', headers: { 'x-mine': 'yes' } });
  });

  it('post a body', async () => {
    const response = await get(`http://127.0.0.1:${site.port}/me`, { body: Buffer.from('hello') });
    expect(response.body.toString()).toBe('hello');
  });

  it.each(disguises)('do not go to %s, nor follow there', async (host) => {
    const there = `http://${host}:${canary.port}/x`;
    await expect(get(there)).rejects.toBeInstanceOf(ForbiddenAddressError);
    const redirect = get(`http://127.0.0.1:${site.port}/to?${encodeURIComponent(there)}`);
    await expect(redirect).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(canaryHits).toEqual([]);
  });

  it('follow only where they may, only the web, and not for ever', async () => {
    const redirect = (to: string) => `http://127.0.0.1:${site.port}/to?${encodeURIComponent(to)}`;
    expect((await get(redirect('/there'))).status).toBe(200);
    await expect(get(redirect('/there'), { mayFollow: () => false })).rejects.toBeInstanceOf(ForbiddenAddressError);
    await expect(get(redirect('file:///etc/passwd'))).rejects.toBeInstanceOf(ForbiddenAddressError);
    await expect(get('http://user:secret@8.8.8.8/')).rejects.toBeInstanceOf(ForbiddenAddressError);
    await expect(get(`http://127.0.0.1:${site.port}/loop`)).rejects.toThrow('too many redirects');
  });

  it('end where a response is too long or does not come', async () => {
    await expect(get(`http://127.0.0.1:${site.port}/long`)).rejects.toThrow('too long');
    await expect(get(`http://127.0.0.1:${site.port}/silent`, { timeoutMs: 200 })).rejects.toThrow(/abort/i);
  });

  it('end where a site wants to speak something else', async () => {
    const odd = await respondingWith('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: odd\r\n\r\n');
    const allowed = new Set([odd.host]);
    await expect(get(`http://${odd.host}/`, { allowed })).rejects.toThrow('another protocol');
    odd.stop();
  });
});

const get = (address: string, more: object = {}) =>
  guardedFetch(address, { allowed: new Set([`127.0.0.1:${site.port}`]), maxBytes: 4000, timeoutMs: 2000, ...more });

async function listen(host: string, listener: RequestListener): Promise<{ port: number; stop: () => void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** A site that sends this response to any request. */
async function respondingWith(response: string): Promise<{ host: string; stop: () => void }> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

function authorization(proxyUrl: string): Record<string, string> {
  const { username, password } = new URL(proxyUrl);
  const credential = Buffer.from(`${username}:${password}`).toString('base64');
  return username ? { 'proxy-authorization': `Basic ${credential}` } : {};
}

function through(proxyUrl: string, address: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(proxyUrl);
  return new Promise((resolve, reject) => {
    const headers = { ...authorization(proxyUrl), host: 'other', 'x-mine': 'yes' };
    const asked = request({ host: hostname, port, path: address, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (part) => (body += String(part)));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.once('error', reject);
    asked.end();
  });
}

/** What is received after opening a tunnel and sending something into it. */
function tunnelled(proxyUrl: string, authority: string, sent = ''): Promise<string> {
  const { hostname, port } = new URL(proxyUrl);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries(authorization(proxyUrl)).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${lines.join('')}\r\n`);
    });
    socket.on('data', (part) => {
      if (heard === '' && sent !== '') socket.write(sent);
      heard += String(part);
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(heard));
  });
}

/** Asks for a tunnel and is killed at once. */
function hangUp(proxyUrl: string, authority: string): Promise<void> {
  const { hostname, port } = new URL(proxyUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries(authorization(proxyUrl)).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${lines.join('')}\r\n`);
      setImmediate(() => socket.resetAndDestroy());
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });
}
