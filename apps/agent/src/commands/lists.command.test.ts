import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import type { CommandResult } from '@tribehall/contract/agent/commands';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { closedPort } from '../rcon/game-server.fixture.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { ann, bob, failure, setUp } from './command.fixture.ts';
import { findCapabilities } from './registry.ts';

const eve = '0002f16bad3d4330b6097fcec38c5610';
type Settings = Parameters<typeof setUp>;

const write = (file: string, ids: string[]) => fs.writeFileSync(file, ids.map((id) => `${id}\r\n`).join(''));

/** A game that stores its lists in files, as the real one does. */
async function setUpFiles(
  content: { bans?: string[]; whitelist?: string[] } = {},
  ...[given, options]: Partial<Settings>
) {
  const folder = makeFolder();
  const listFiles = { bans: path.join(folder, 'BanList.txt'), whitelist: path.join(folder, 'NoCheck.txt') };
  if (content.bans) write(listFiles.bans, content.bans);
  if (content.whitelist) write(listFiles.whitelist, content.whitelist);
  const idsOf = (list: 'bans' | 'whitelist') =>
    fs.existsSync(listFiles[list]) ? fs.readFileSync(listFiles[list], 'utf8').split(/\s+/).filter(Boolean) : [];
  const change = (list: 'bans' | 'whitelist', isAdded: boolean) => (id: string) => {
    const others = idsOf(list).filter((known) => known !== id);
    write(listFiles[list], isAdded ? [...others, id] : others);
  };
  const effects: Record<string, (id: string) => void> = {
    BanPlayer: change('bans', true),
    UnbanPlayer: change('bans', false),
    AllowPlayerToJoinNoCheck: change('whitelist', true),
    DisallowPlayerToJoinNoCheck: change('whitelist', false),
  };
  const parts = await setUp(
    {
      listFiles,
      ...given,
      onCommand(exchange) {
        if (given?.onCommand?.(exchange)) return true;
        const [verb = '', id = ''] = exchange.command.split(' ');
        effects[verb]?.(id);
        return false;
      },
    },
    options,
  );
  return { ...parts, listFiles, idsOf };
}

const confirmed = (playerId: string) => ({ playerId, outcome: 'confirmed' });

describe('reading a list', () => {
  it('returns its ids in pages, with the digest of the whole', async () => {
    const ids = Array.from({ length: 4_500 }, (_, n) => String(76_561_190_000_000_000n + BigInt(n)));
    const { send } = await setUpFiles({ bans: ids.toReversed() });
    const found: string[] = [];
    const digests = new Set<string>();
    for (let isLast = false; !isLast;) {
      const reply = await send('lists.read', { list: 'bans', after: found.at(-1) });
      const page = (reply as unknown as { result: CommandResult<'lists.read'> }).result;
      found.push(...page.ids);
      digests.add(page.digest);
      isLast = page.isLast;
    }
    expect(found).toEqual(ids);
    expect([...digests]).toEqual([createHash('sha256').update(ids.join('\n')).digest('hex')]);
  });

  it('of the whitelist needs no connection to the game', async () => {
    const { send } = await setUpFiles({ whitelist: [bob, ann] }, {}, { port: await closedPort() });
    expect(await send('lists.read', { list: 'whitelist' })).toMatchObject({
      result: { ids: [ann, bob], isLast: true },
    });
  });

  it('says why it cannot be done', async () => {
    const { send, ctx } = await setUpFiles();
    expect(await send('lists.read', { list: 'bans' })).toMatchObject({
      error: { code: agentErrors.notSupported, message: expect.stringContaining('no BanList.txt') as string },
    });
    const unset = {
      read: () => Promise.resolve(undefined),
      problem: () => ({ kind: 'unset', reason: 'No folder.' }) as const,
    };
    const { cannot } = findCapabilities({ ...ctx, lists: { bans: unset, whitelist: unset } });
    expect(cannot).toContainEqual({ command: 'lists.read', reason: 'No folder.' });
  });
});

describe('changing a list', () => {
  it('adds and removes one after the other, and the file confirms it', async () => {
    const { send, sent, idsOf, ctx } = await setUpFiles({ bans: [bob] });
    const run = vi.spyOn(ctx.rcon, 'run');
    expect(await send('lists.apply', { list: 'bans', add: [ann, eve], remove: [bob] })).toEqual({
      result: { results: [ann, eve, bob].map(confirmed) },
    });
    expect(sent()).toEqual([`BanPlayer ${ann}`, `BanPlayer ${eve}`, `UnbanPlayer ${bob}`]);
    expect(idsOf('bans')).toEqual([ann, eve]);
    const priorities = run.mock.calls.filter(([command]) => command !== 'ListPlayers').map(([, run]) => run.priority);
    expect(priorities).toEqual(['background', 'background', 'background']);
  });

  it('does the same with the whitelist, whose file the first entry creates', async () => {
    const { send, sent, idsOf } = await setUpFiles();
    expect(await send('lists.apply', { list: 'whitelist', add: [ann, eve], remove: [] })).toEqual({
      result: { results: [ann, eve].map(confirmed) },
    });
    expect(await send('lists.apply', { list: 'whitelist', add: [], remove: [ann] })).toEqual({
      result: { results: [confirmed(ann)] },
    });
    expect(sent()).toEqual([
      `AllowPlayerToJoinNoCheck ${ann}`,
      `AllowPlayerToJoinNoCheck ${eve}`,
      `DisallowPlayerToJoinNoCheck ${ann}`,
    ]);
    expect(idsOf('whitelist')).toEqual([eve]);
  });

  it('sends nothing for what the file shows already, also while the game is offline', async () => {
    const { send, sent } = await setUpFiles({ bans: [ann] }, {}, { port: await closedPort() });
    expect(await send('lists.apply', { list: 'bans', add: [ann], remove: [bob] })).toEqual({
      result: { results: [ann, bob].map(confirmed) },
    });
    expect(sent()).toEqual([]);
  });

  it('is confirmed by replies where there is no file', async () => {
    const replies: Record<string, string> = {
      BanPlayer: 'Banned',
      UnbanPlayer: 'Unbanned',
      AllowPlayerToJoinNoCheck: 'Allow Player To Join No Check',
      DisallowPlayerToJoinNoCheck: 'Disallowed Player To Join No Checknned',
    };
    const { send } = await setUp({
      hasBanList: false,
      onCommand({ command, respond }) {
        const [verb = '', id = ''] = command.split(' ');
        respond(`${id} ${replies[verb]} \n `);
        return true;
      },
    });
    for (const list of ['bans', 'whitelist']) {
      expect(await send('lists.apply', { list, add: [ann], remove: [bob] })).toEqual({
        result: { results: [ann, bob].map(confirmed) },
      });
    }
  });

  it('is only sent where neither shows it', async () => {
    const { send } = await setUp({ hasBanList: false });
    expect(await send('lists.apply', { list: 'bans', add: [ann], remove: [] })).toEqual({
      result: { results: [{ playerId: ann, outcome: 'sent' }] },
    });
  });

  it('fails for the one that the game ignores, and goes on with the others', async () => {
    const { send, sent } = await setUpFiles(
      { bans: [] },
      {
        onCommand({ command, respond }) {
          if (command === `BanPlayer ${ann}`) respond('');
          return command === `BanPlayer ${ann}`;
        },
      },
    );
    expect(await send('lists.apply', { list: 'bans', add: [ann, bob], remove: [] })).toEqual({
      result: {
        results: [
          {
            playerId: ann,
            outcome: 'failed',
            reason: 'The game accepted the command but did not change its list.',
          },
          confirmed(bob),
        ],
      },
    });
    expect(sent()).toHaveLength(2);
  });

  it('trusts the file where the connection breaks after a command', async () => {
    const { send, idsOf } = await setUpFiles(
      { bans: [] },
      {
        onCommand({ command, socket }) {
          if (command === `BanPlayer ${ann}`) socket.destroy();
          return false;
        },
      },
    );
    const reply = await send('lists.apply', { list: 'bans', add: [ann], remove: [] });
    expect(reply).toEqual({ result: { results: [confirmed(ann)] } });
    expect(idsOf('bans')).toEqual([ann]);
  });

  it('fails as a whole while the game is offline', async () => {
    const { send } = await setUpFiles({ bans: [] }, {}, { port: await closedPort() });
    expect(await send('lists.apply', { list: 'bans', add: [ann, bob], remove: [] })).toMatchObject(
      failure(agentErrors.gameOffline),
    );
  });

  it('refuses to add and remove the same player', async () => {
    const { send, sent } = await setUpFiles({ bans: [] });
    expect(await send('lists.apply', { list: 'bans', add: [ann], remove: [ann] })).toMatchObject(
      failure(rpcErrors.invalidParams),
    );
    expect(sent()).toEqual([]);
  });
});
