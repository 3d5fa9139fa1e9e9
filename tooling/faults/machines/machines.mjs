import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { findProgram } from '../../programs.mjs';
import { Stop } from '../../stop.mjs';
import { findFreePort } from '../product.mjs';
import { startGame } from './game.mjs';
import { createPart } from './part.mjs';

/** @typedef {Awaited<ReturnType<typeof startMachines>>} Machines */

const nobody = 65_534;
/** Longer than anything else that a stop waits for. */
const slowMs = 2_500;
const bucket = 'community';
const [accessKey, secret] = ['tribehall:portal', 'secret'];
const needed = ['postgres', 'nats-server', 'nginx', 'openssl', 'swift-proxy-server'];

/** What is missing to run it, or undefined. */
export function missingProgram() {
  return needed.find((name) => findProgram(name) === undefined);
}

/**
 * Portals without a shared folder, PostgreSQL, NATS with a login, an S3 server, the example of nginx with TLS, three games
 * and their agent: each a process of its own.
 * @param {string} folder @param {number} portalCount
 */
export async function startMachines(folder, portalCount) {
  const postgres = await createPostgres(folder);
  const nats = await createNats(folder);
  const s3 = await createS3(folder);
  const nginxPort = await findFreePort();
  const ports = await Promise.all(Array.from({ length: portalCount }, findFreePort));
  const url = `https://localhost:${nginxPort}`;
  const nginx = createNginx(folder, nginxPort, ports, await findFreePort());
  const settings = {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    ...s3.settings,
    SECRET_KEY: 'a secret of portals that serve together',
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    TRIBEHALL_WORLD: 'off',
    REQUESTS_PER_MINUTE: '0',
  };
  const portals = ports.map((port, index) => createPortal(folder, index, { ...settings, PORT: String(port) }));
  const first = portals[0];
  if (!first) throw new Stop('There is no portal.');
  const games = await Promise.all([startGame(), startGame(), startGame({ slowMs })]);
  const all = [postgres, nats, s3, nginx, ...portals];
  try {
    await Promise.all([postgres.start(), nats.start(), s3.start()]);
    await first.start();
    await Promise.all([...portals.slice(1), nginx].map((part) => part.start()));
  } catch (error) {
    await Promise.all([...all, ...games].map((part) => part.stop()));
    throw error;
  }
  /** @type {import('./part.mjs').Part | undefined} */
  let agent;
  return {
    url,
    ca: fs.readFileSync(nginx.certificate, 'utf8'),
    portals,
    parts: all,
    games,
    databases: path.join(first.dataDir, 'databases'),
    /** Of the link that the first portal prints. */
    setup: /setup=([\w-]+)/.exec(first.output())?.[1] ?? '',
    /** @param {{ token: string }[]} servers in the order of the games */
    startAgent: async (servers) => {
      const file = path.join(folder, 'agent.json');
      const config = {
        portal: url,
        stateDir: path.join(folder, 'agent'),
        servers: servers.map(({ token }, index) => ({
          name: `Game ${index}`,
          token,
          game: 'asa',
          rcon: { port: games[index]?.port, password: 'faults' },
        })),
      };
      fs.writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
      const args = [path.join(root, 'apps/agent/dist/main.js'), 'run', '--config', file];
      const env = { NODE_EXTRA_CA_CERTS: nginx.certificate };
      agent = createPart('agent', { command: process.execPath, args, env, cwd: folder }, () => true);
      await agent.start();
    },
    /** @returns {Partial<Record<string, number>>} */
    processes: () =>
      Object.fromEntries(
        [...all, ...(agent ? [agent] : [])].flatMap(({ name, pid }) => {
          const id = pid();
          return id === undefined ? [] : [[name, id]];
        }),
      ),
    stop: async () => {
      await agent?.stop();
      await nginx.stop();
      await Promise.all(portals.map((portal) => portal.stop()));
      await Promise.all([postgres, nats, s3].map((part) => part.stop()));
      await Promise.all(games.map((game) => game.stop()));
    },
  };
}

/** @param {string} folder @param {number} index @param {Record<string, string>} settings */
function createPortal(folder, index, settings) {
  const dataDir = path.join(folder, `portal-${index + 1}`);
  fs.mkdirSync(dataDir, { recursive: true });
  const args = [path.join(root, 'apps/server/dist/main.js')];
  const env = { ...settings, DATA_DIR: dataDir };
  const part = createPart(`portal ${index + 1}`, { command: process.execPath, args, env, cwd: dataDir }, (output) =>
    output.includes('Tribehall is ready'),
  );
  return { ...part, dataDir, port: settings.PORT ?? '' };
}

/** @param {string} folder */
async function createPostgres(folder) {
  const port = await findFreePort();
  const program = findProgram('postgres') ?? '';
  const cluster = path.join(folder, 'postgres');
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  fs.mkdirSync(cluster);
  if (as.uid) fs.chownSync(cluster, nobody, nobody);
  const setUp = ['-D', cluster, '-U', 'tribehall', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(path.join(path.dirname(program), 'initdb'), setUp, { ...as, stdio: 'pipe' });
  const args = ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', cluster];
  const part = createPart(
    'PostgreSQL',
    { command: program, args, cwd: cluster, ...(as.uid && { uid: nobody }) },
    (output) => output.includes('ready to accept connections'),
  );
  return { ...part, url: `postgres://tribehall@127.0.0.1:${port}/postgres` };
}

/** @param {string} folder */
async function createNats(folder) {
  const port = await findFreePort();
  const file = path.join(folder, 'nats.conf');
  fs.writeFileSync(file, 'authorization { user: portal, password: "s3cret" }\n');
  const args = ['-a', '127.0.0.1', '-p', String(port), '-c', file];
  const part = createPart('NATS', { command: findProgram('nats-server') ?? '', args }, (output) =>
    output.includes('Server is ready'),
  );
  return { ...part, url: `nats://portal:s3cret@127.0.0.1:${port}` };
}

/** OpenStack Swift. @param {string} folder */
async function createS3(folder) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const store = path.join(folder, 's3');
  fs.mkdirSync(store);
  /** Signed as the first version of S3 had it: enough to create a bucket. */
  const createBucket = async () => {
    const date = new Date().toUTCString();
    const signature = createHmac('sha1', secret).update(`PUT\n\n\n${date}\n/${bucket}`).digest('base64');
    const headers = { date, authorization: `AWS ${accessKey}:${signature}` };
    const reply = await fetch(`${url}/${bucket}`, { method: 'PUT', headers }).catch(() => undefined);
    return reply?.ok === true || reply?.status === 409;
  };
  const args = [path.join(root, 'apps/server/src/testing/s3_server.py'), store, String(port)];
  const part = createPart('S3', { command: '/usr/bin/python3', args }, createBucket);
  return {
    ...part,
    settings: {
      FILES_S3_ENDPOINT: url,
      FILES_S3_BUCKET: bucket,
      FILES_S3_ACCESS_KEY: accessKey,
      FILES_S3_SECRET_KEY: secret,
    },
  };
}

/** The example of the repository. @param {string} folder @param {number} port @param {number[]} portals @param {number} plainPort */
function createNginx(folder, port, portals, plainPort) {
  const prefix = path.join(folder, 'nginx');
  fs.mkdirSync(prefix);
  const [key, certificate] = [path.join(prefix, 'portal.key'), path.join(prefix, 'portal.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync(
    findProgram('openssl') ?? '',
    ['req', '-x509', ...fresh, '-keyout', key, '-out', certificate, ...names],
    { stdio: 'pipe' },
  );
  const upstream = portals.map((each) => `    server 127.0.0.1:${each} max_fails=0;\n`).join('');
  const site = fs
    .readFileSync(path.join(root, 'deploy/nginx/tribehall.conf'), 'utf8')
    .replace(/(?: {4}server 127\.0\.0\.1:\d{1,5} max_fails=0;\n){2}/, upstream)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/ssl/portal.example.org.pem', certificate)
    .replaceAll('/etc/ssl/portal.example.org.key', key)
    .replaceAll('portal.example.org', 'localhost');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  fs.writeFileSync(
    path.join(prefix, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log stderr; ${user}\nevents {}\nhttp { access_log off; add_header X-Portal $upstream_addr always; ${temporary.join(' ')} ${site} }\n`,
  );
  const isReady = () =>
    fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  const args = ['-p', prefix, '-c', 'nginx.conf'];
  const part = createPart('nginx', { command: findProgram('nginx') ?? '', args, cwd: prefix }, isReady);
  return { ...part, certificate };
}
