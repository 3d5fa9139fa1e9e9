import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import type { Hello } from './agent-connection.ts';
import { hashToken } from './agents.service.ts';
import { register } from './registration.service.ts';

const app = await createTestApp();
await app.ctx.db.execute("insert into portals (id, seen_at) values ('here', now()), ('elsewhere', now())");

const given = (map: string | null, stream: string): Hello => ({
  protocol: 2,
  agent: { name: 'test', version: '1' },
  game: 'asa',
  name: null,
  map,
  version: null,
  capabilities: { can: [], cannot: [] },
  stream,
  now: new Date(),
});

async function rowOf(serverId: string) {
  const { rows } = await app.ctx.db.execute(
    `select links.id, map, stream, acked_seq::int as acked, coalesce(extract(year from state_since), 0)::int > 2000 as since
      from servers left join links on server_id = servers.id where servers.id = '${serverId}'`,
  );
  return rows[0];
}

it('accepts some hellos of a batch and refuses others, each with its own reason', async () => {
  const servers = await Promise.all(Array.from({ length: 5 }, () => addTestServer(app)));
  const [first, second, wrongGame, replaced, removed] = servers as [(typeof servers)[0], ...typeof servers];
  const identity = (server: (typeof servers)[0] | undefined, id: string) => ({
    id,
    serverId: server?.id ?? '',
    portalId: 'here',
    tokenHash: hashToken(server?.token ?? ''),
  });
  await app.ctx.db.execute(
    `update servers set acked_seq = 7, stream = 'stream-2', map = 'Old', state_since = '2000-01-01' where id = '${second?.id}'`,
  );
  await app.ctx.db.execute(`insert into links values ('${second?.id}', 'older', 'elsewhere', now())`);
  await app.ctx.db.execute(`delete from servers where id = '${removed?.id}'`);
  const closings: unknown[] = [];
  app.ctx.bus.subscribe('links.close', (data) => closings.push(data));

  const replies = await register(app.ctx, [
    { identity: identity(second, 'b'), given: given(null, 'stream-2') },
    { identity: identity(first, 'a'), given: given('TheIsland_WP', 'stream-1') },
    { identity: identity(wrongGame, 'c'), given: { ...given(null, 'stream-3'), game: 'ase' } },
    { identity: { ...identity(replaced, 'd'), tokenHash: 'another' }, given: given(null, 'stream-4') },
    { identity: identity(removed, 'e'), given: given(null, 'stream-5') },
  ]);

  expect(replies).toMatchObject([
    { serverId: second?.id, name: second?.name, ackedSeq: 7, saveRevision: null },
    { serverId: first.id, name: first.name, ackedSeq: 0, saveRevision: null },
    { refused: 'refused', words: 'The portal lists this server as asa, but the agent says ase.' },
    { refused: 'tokenReplaced' },
    { refused: 'serverRemoved' },
  ]);
  expect(await rowOf(first.id)).toEqual({ id: 'a', map: 'TheIsland_WP', stream: 'stream-1', acked: 0, since: true });
  expect(await rowOf(second?.id ?? '')).toEqual({ id: 'b', map: 'Old', stream: 'stream-2', acked: 7, since: false });
  for (const server of [wrongGame, replaced]) expect(await rowOf(server?.id ?? '')).toMatchObject({ id: null });
  expect(closings).toEqual([{ serverId: second?.id, reason: 'replaced', validId: 'b' }]);
});
