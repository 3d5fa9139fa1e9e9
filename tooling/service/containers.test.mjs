import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { readReleaseArguments } from '../release/release-arguments.mjs';
import { exitCodeOf } from '../run/program.mjs';

// Images are not built here: the tests have no registry. What the files name is checked instead.
const folder = path.join(root, 'deploy/docker');
const read = (/** @type {string} */ name) => fs.readFileSync(path.join(folder, name), 'utf8');
const caddy = findProgram('caddy');

it('the image has a user without privileges, and what it starts is in the release', () => {
  const [, last = ''] = read('Dockerfile').split(/^FROM .*\n(?=RUN apt-get)/m);
  expect(last).toMatch(/^USER tribehall$/m);
  expect(last.indexOf('USER tribehall')).toBeGreaterThan(last.lastIndexOf('RUN '));
  expect(last).toMatch(/^ENTRYPOINT \["\/opt\/tribehall\/bin\/tribehall"\]\nCMD \["start"\]$/m);
  expect(fs.readFileSync(path.join(root, 'tooling/release/make-release.mjs'), 'utf8')).toContain("'bin/tribehall'");
  const [, release = ''] = /^RUN npm run release -- (.+) \\$/m.exec(read('Dockerfile')) ?? [];
  expect(readReleaseArguments(release.split(' '))).toEqual({
    folder: '/release',
    executables: [],
    hasDemoWorld: false,
  });
});

it('the health check of the image asks whether the portal responds, not whether its database does', async () => {
  const [, command = '[]'] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  const [program, ...args] = JSON.parse(command);
  let status = 200;
  const portal = http.createServer((request, response) => {
    response.writeHead(request.url === '/api/health/live' ? status : 503).end();
  });
  onTestFinished(() => void portal.close());
  await once(portal.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (portal.address());
  const check = (/** @type {number} */ at) =>
    exitCodeOf(spawn(program, args, { env: { PATH: process.env.PATH, PORT: String(at) }, stdio: 'ignore' }));
  expect(await check(port)).toBe(0);
  status = 503;
  expect(await check(port)).toBe(1);
  expect(await check(1)).toBe(1);
});

it('the compose file names settings and files that there are', () => {
  const text = read('compose.yaml');
  const settings = fs.readFileSync(path.join(root, 'docs/settings.md'), 'utf8');
  const [, portal = ''] = /^ {2}portal:\n([\s\S]*?)^ {2}\w+:$/m.exec(text) ?? [];
  const [, environment = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(portal) ?? [];
  const names = [...environment.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  for (const [, file = ''] of text.matchAll(/^ {6}- (\.\/[^:]+):/gm))
    expect(fs.existsSync(path.join(folder, file))).toBe(true);
  const [, context = '', dockerfile = ''] = /context: (\S+)\n {6}dockerfile: (\S+)/.exec(text) ?? [];
  expect(fs.existsSync(path.join(folder, context, dockerfile))).toBe(true);
  for (const required of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    expect(portal).toContain(required);
});

it('each portal has a DATA_DIR of its own, where programs may run and which the image gives to its user', () => {
  const text = read('compose.yaml');
  const [, portal = ''] = /^ {2}portal:\n([\s\S]*?)^ {2}\w+:$/m.exec(text) ?? [];
  const [, mounts = ''] = /^ {4}volumes:\n((?: {6}.*\n)+)/m.exec(portal) ?? [];
  const volumes = [...mounts.matchAll(/^ {6}- (?:(\w+):)?(\/\S+)$/gm)].map(([, name, at = '']) => ({ name, at }));
  const folders = Object.fromEntries(
    [...portal.matchAll(/^ {6}(\w+_DIR): (\S+)$/gm)].map(([, setting = '', folder = '']) => [
      setting,
      volumes.find(({ at }) => `${folder}/`.startsWith(`${at}/`)),
    ]),
  );
  expect(folders).toEqual({
    DATA_DIR: { at: '/var/lib/tribehall-data' },
    ...Object.fromEntries(
      ['FILES_DIR', 'DATABASES_DIR', 'MUSIC_DIR', 'TERMINAL_RECORDING_DIR', 'BACKUP_DIR'].map((setting) => [
        setting,
        { name: 'files', at: '/srv/tribehall' },
      ]),
    ),
  });
  expect(text).toMatch(/^volumes:\n(?: {2}\w+:\n)* {2}files:$/m);
  // A volume of root's could not be written by the portal.
  const [, given = ''] = /^ && chown tribehall: (.+)$/m.exec(read('Dockerfile')) ?? [];
  expect(given.split(' ')).toEqual(expect.arrayContaining(volumes.map(({ at }) => at)));
  // A new container gets what the one before it had at a VOLUME of the image, which other portals may share.
  expect(read('Dockerfile')).not.toMatch(/^VOLUME .*tribehall-data/m);
});

it("the image has what a downloaded yt-dlp needs, and not Debian's, which is too old to be used", () => {
  const [, packages = ''] = /apt-get install -y --no-install-recommends (.+) \\$/m.exec(read('Dockerfile')) ?? [];
  expect(packages.split(' ')).toEqual(['ca-certificates', 'ffmpeg', 'python3']);
});

it.skipIf(!caddy)('the proxy of the compose file is one that Caddy accepts', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', path.join(folder, 'Caddyfile')];
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', PORTAL_NAME: 'portal.example.org' };
  expect(spawnSync(caddy ?? '', args, { encoding: 'utf8', env }).stdout).toContain('Valid configuration');
});
