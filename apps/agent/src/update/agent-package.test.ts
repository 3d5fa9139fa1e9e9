import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compareVersions, fullVersion, readPackage } from './agent-package.ts';
import { downloadAgent } from './download.ts';
import { providePackages } from './npm-packages.ts';

const previous = path.resolve(import.meta.dirname, '../../previous/tribehall-agent-0.1.0.tgz');

it('reads an agent as the build packs it, and finds every changed byte', () => {
  const tarball = fs.readFileSync(previous);
  const agent = readPackage(tarball);
  expect(fullVersion(agent)).toMatch(/^0\.1\.0\+[\da-f]{10}$/);
  expect(agent.files.map(({ name }) => name)).toEqual(expect.arrayContaining(['main.js', 'save-reader.js']));
  expect(agent.optional).toHaveProperty('libsql');
  for (const offset of [20, 1_000, tarball.length >> 1]) {
    const damaged = Buffer.from(tarball);
    damaged[offset] = (damaged[offset] ?? 0) ^ 0xff;
    expect(() => readPackage(damaged)).toThrow(/damaged|not an agent package/);
  }
});

it('compares versions by their numbers', () => {
  expect(compareVersions('0.10.0', '0.9.9+0123456789')).toBeGreaterThan(0);
  expect(compareVersions('0.1.0', '0.1.1')).toBeLessThan(0);
  expect(compareVersions('0.1.0+0000000000', '0.1.0+1111111111')).toBe(0);
});

it('is not downloaded where others could replace it on its way', async () => {
  await expect(downloadAgent('http://portal.example.org')).rejects.toThrow(/is not encrypted/);
});

it('shares packages of the same version with the running agent', async () => {
  const require = createRequire(import.meta.url);
  const packages = require.resolve('zod').replace(/(node_modules).*$/, '$1');
  const { version } = JSON.parse(fs.readFileSync(path.join(packages, 'zod/package.json'), 'utf8')) as {
    version: string;
  };
  expect(await providePackages('/nowhere', { zod: version }, () => undefined)).toBe(packages);
  expect(await providePackages('/nowhere', {}, () => undefined)).toBeUndefined();
});
