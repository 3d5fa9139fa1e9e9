import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findProgram } from '../../../../tooling/programs.mjs';
import { serverRoot } from '../platform/server-root.ts';
import { makeFolder } from './portal-process.ts';
import { accepts, freePort } from './test-servers.ts';

type Place = { folder: string; port: number; portals: [number, number] };
export type TestProxy = { url: string; port: number; stop: () => Promise<void> };
/** With the certificate that it has signed itself. */
export type TlsProxy = TestProxy & { ca: string };

const examples = join(serverRoot, '../../deploy');
const programs = { nginx: findProgram('nginx'), caddy: findProgram('caddy') };

export const proxyNames = ['nginx', 'caddy'] as const;
export const isProxyInstalled = (name: keyof typeof programs): boolean => programs[name] !== undefined;

/** The example of the repository with other ports, names and a certificate of the test. */
export async function startProxy(
  name: keyof typeof programs,
  portals: [number, number],
  port: number,
): Promise<TlsProxy> {
  const folder = makeFolder();
  makeCertificate(folder);
  const place = { folder, port, portals };
  const child = name === 'nginx' ? await startNginx(place) : startCaddy(place);
  const ca = readFileSync(join(folder, 'portal.pem'), 'utf8');
  return { ...(await untilServing(name, child, { folder, port, scheme: 'https' })), ca };
}

async function untilServing(
  name: string,
  child: ChildProcess,
  { folder, port, scheme }: { folder: string; port: number; scheme: string },
): Promise<TestProxy> {
  let printed = '';
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${printed}`);
    return accepts(port);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `${scheme}://localhost:${port}`, port, stop };
}

function makeCertificate(folder: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', join(folder, 'portal.key'), '-out', join(folder, 'portal.pem')];
  execFileSync('openssl', ['req', '-x509', ...fresh, ...files, ...names], { stdio: 'pipe' });
}

async function startNginx({ folder, port, portals }: Place): Promise<ChildProcess> {
  const site = readExample('nginx/tribehall.conf', portals)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/\/etc\/ssl\/portal\.example\.org\.(pem|key)/g, (_path, ending) => join(folder, `portal.${ending}`))
    .replaceAll('portal.example.org', 'localhost');
  return spawnNginx(folder, site, 'root');
}

/** As root, nginx runs what serves as another user. */
function spawnNginx(folder: string, site: string, user: string): ChildProcess {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  const main = `daemon off; worker_processes 1; pid nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? `user ${user};` : ''}
events {}
http { access_log off; ${temporary.join(' ')} ${site} }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  return spawn(programs.nginx ?? '', ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** One that says nothing of itself: newer ones pass requests on like this if nothing else is set. */
export async function startSilentNginx(portal: number): Promise<TestProxy> {
  const [folder, port] = [makeFolder(), await freePort()];
  const passOn = `proxy_http_version 1.1; proxy_set_header Connection ""; proxy_pass http://127.0.0.1:${portal};`;
  const site = `server { listen 127.0.0.1:${port}; location / { ${passOn} } }`;
  return untilServing('nginx', spawnNginx(folder, site, 'nobody nogroup'), { folder, port, scheme: 'http' });
}

function startCaddy({ folder, port, portals }: Place): ChildProcess {
  const site = readExample('caddy/Caddyfile', portals).replace(
    /^portal\.example\.org \{$/m,
    `localhost:${port} {\n\ttls ${join(folder, 'portal.pem')} ${join(folder, 'portal.key')}`,
  );
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  return spawn(programs.caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function readExample(file: string, [first, second]: [number, number]): string {
  const text = readFileSync(join(examples, file), 'utf8');
  return text.replaceAll('127.0.0.1:8080', `127.0.0.1:${first}`).replaceAll('127.0.0.1:8081', `127.0.0.1:${second}`);
}
