import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createLinkedApp, link, newPerson } from '../modules/discord/discord.fixture.ts';
import { findConnection } from '../modules/discord/discord.store.ts';
import { createToken } from '../modules/tokens/tokens.fixture.ts';
import { createTestApp } from '../testing/test-app.ts';
import { addTestServer } from '../testing/test-game-servers.ts';
import { createTestUser, testPassword } from '../testing/test-users.ts';
import { backUpTestApp, makeTempFolder } from './backup.fixture.ts';
import { foldersOf } from './contents.ts';

/** All that is in an archive, and in the compressed files in it. */
function contentOf(archive: string): string {
  const folder = makeTempFolder();
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const files = execFileSync('find', [folder, '-type', 'f', '-print0']).toString().split('\0').filter(Boolean);
  return files
    .map((file) => readFileSync(file))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'))
    .join('\n');
}

it('a backup holds no password and no session, agent, API or Discord token', async () => {
  const linked = await createLinkedApp({ DATA_DIR: makeTempFolder() });
  const { app } = linked;
  const user = await createTestUser(app, { roles: [roles.Owner] });
  await link(linked, user, await newPerson(linked, { isMember: true }));
  const row = await findConnection(app.ctx.db, user.id);
  const unsealed = app.ctx.key.unseal('discord-tokens', row?.sealedTokens ?? '') ?? '{}';
  const { accessToken, refreshToken } = JSON.parse(unsealed) as { accessToken: string; refreshToken: string };
  const apiToken = await createToken(app, user);
  const server = await addTestServer(app);
  const secrets = {
    session: user.token.split('.')[1],
    api: apiToken.headers.authorization.split('.')[1],
    agent: server.token,
    accessToken,
    refreshToken,
    password: testPassword,
    key: app.ctx.config.SECRET_KEY,
    discord: app.ctx.config.DISCORD_CLIENT_SECRET,
  };
  const content = contentOf((await backUpTestApp(app.ctx)).path);
  // These are in it.
  for (const known of [user.id, server.id, row?.sealedTokens]) expect(content).toContain(known);
  for (const [name, secret = ''] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(8);
    expect(content.includes(secret), name).toBe(false);
  }
}, 60_000);

it('a backup follows no link out of the folders that are backed up', async () => {
  const app = await createTestApp({ DATA_DIR: makeTempFolder() });
  await app.http.ready();
  const outside = makeTempFolder();
  writeFileSync(join(outside, 'secret.json'), '{"outside":"canary"}');
  mkdirSync(join(outside, 'sub'));
  writeFileSync(join(outside, 'sub/secret.json'), '{"outside":"canary"}');
  const { databases } = foldersOf(app.ctx.config);
  mkdirSync(databases, { recursive: true });
  writeFileSync(join(databases, 'real.json'), '{"inside":1}');
  symlinkSync(join(outside, 'secret.json'), join(databases, 'link.json'));
  symlinkSync(join(outside, 'sub'), join(databases, 'linked'));
  linkSync(join(outside, 'secret.json'), join(databases, 'hard.json'));
  const content = contentOf((await backUpTestApp(app.ctx)).path);
  expect(content).toContain('"inside"');
  expect(content).not.toContain('canary');
}, 60_000);
