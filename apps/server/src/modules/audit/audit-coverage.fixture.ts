import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles, type CallKey } from '@tribehall/contract';
import type { AuditAction } from '@tribehall/contract/shared/audit-actions';
import { expect } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { alice, openGame } from '../players/players.fixture.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

export const folder = mkdtempSync(join(tmpdir(), 'tribehall-coverage-'));
const tool = join(folder, 'yt-dlp');
writeFileSync(tool, '#!/bin/sh\necho 2026.10.26\n');
chmodSync(tool, 0o755);
mkdirSync(join(folder, 'databases'));
writeFileSync(join(folder, 'databases', 'settings.json'), '{}');
onFileFinished(() => rmSync(folder, { recursive: true, force: true }));

export const guildId = '100000000000000001';
export const app = await createTestApp({
  DATA_DIR: folder,
  FILES_KEEP_FREE_MB: '0',
  GUILD_ID: guildId,
  DISCORD_BOT_TOKEN: 'token',
  YTDLP_PATH: tool,
  TERMINAL_RECORDING: 'on',
});
app.ctx.bus.respond('bot.voice', () => Promise.resolve({ channel: { id: '31', name: 'Lounge' } }));
app.ctx.bus.respond('bot.guilds', () =>
  Promise.resolve({ guilds: [{ id: guildId, name: 'Community', iconHash: null }] }),
);
app.ctx.bus.respond('bot.roles', () => Promise.resolve({ roles: [{ id: '55', name: 'Moderator' }] }));
export const owner = await createTestUser(app, { roles: [roles.Owner], guilds: [guildId] });
export const codes: string[] = [];
const recordCode = ({ code, text }: Record<string, unknown>) => {
  codes.push(typeof code === 'string' ? code : (/\d{6}/.exec(String(text))?.[0] ?? ''));
  return { outcome: 'sent' };
};
const receipt = () => ({ outcome: 'confirmed', message: '' });
export const game = await openGame(app, {
  players: [alice],
  commands: {
    'server.showCode': recordCode,
    'server.saveWorld': () => ({}),
    'agent.update': () => ({ version: '9.9.9' }),
    'server.console': () => ({ output: '' }),
    'server.broadcast': () => ({}),
    'players.whisper': recordCode,
    'players.kill': receipt,
    'players.ban': receipt,
    'players.unban': receipt,
    'players.console': () => ({ output: '' }),
  },
});
export const onServer = `/ark/servers/${game.id}`;
export const onPlayer = `${onServer}/players/${alice.id}`;

type Asked = { payload?: object | string; headers?: Record<string, string>; user?: TestUser };
type Data = Record<string, unknown>;
export type Recorded = Partial<Record<CallKey, [action: AuditAction, run: () => Promise<unknown>]>>;

/** Carries a call out, which has to work. */
export async function ask(key: CallKey, path: string, { payload, headers, user = owner }: Asked = {}): Promise<Data> {
  const [method] = key.split(' ');
  const reply = await app.http.inject({
    method: method as 'POST',
    url: `/api${path}`,
    headers: { ...user.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  const isJson = String(reply.headers['content-type']).includes('json');
  return { ...(isJson ? reply.json<{ data: Data }>().data : {}), location: reply.headers.location };
}

export const post = (key: CallKey, payload?: object | string, path = key.split(' ')[1] ?? '') =>
  ask(key, path, { payload: payload ?? {} });
