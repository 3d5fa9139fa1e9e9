import { noResponse } from '@tribehall/ark/rcon/replies';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Draft, draftProblem } from '../../outbox/draft.ts';
import { createScriptedRcon } from '../../testing/rcon.fixture.ts';
import { createIdentities } from './identities.ts';
import { createPlayersWatch, type PlayersTiming } from './players-watch.ts';

const ann = '76561197991984752';
const bob = '76561197991984753';
const rows = (...names: [string, string][]) => names.map(([name, id], index) => `${index}. ${name}, ${id}`).join('\n');

type SetUp = { hasLog?: boolean; isPresenceInChat?: boolean; timing?: Partial<PlayersTiming>; survivor?: string };

function setUp(reply: string, options: SetUp = {}) {
  const rcon = createScriptedRcon({ ListPlayers: reply });
  const find = () =>
    Promise.resolve(options.survivor ? { arkId: '1', survivor: options.survivor, mtimeMs: 0 } : undefined);
  const identities = createIdentities({
    isAsciiOnly: false,
    profiles: { find, count: () => Promise.resolve(0) },
    memory: { recall: () => undefined, store: () => undefined },
  });
  const lastSent: Draft[] = [];
  const warnings: string[] = [];
  const watch = createPlayersWatch({
    rcon,
    identities,
    hasLog: () => options.hasLog ?? true,
    isPresenceInChat: () => options.isPresenceInChat ?? false,
    emit: (draft) => void lastSent.push(draft),
    log: { warn: (sentence) => void warnings.push(sentence) },
    timing: { busyMs: 3_600_000, idleMs: 3_600_000, blindMs: 3_600_000, hurryMs: 10, ...options.timing },
  });
  onTestFinished(() => watch.stop());
  const lists = () => lastSent.map(({ data }) => (data as AgentEventData<'players.online'>).players);
  return { rcon, identities, watch, lastSent, lists, warnings };
}

describe('the players', () => {
  it('are published at once, and again only when something changes', async () => {
    const { rcon, watch, lists } = setUp(rows(['Ann', ann], ['Bob', bob]), { timing: { busyMs: 5 } });
    await vi.waitFor(() => expect(rcon.commands.length).toBeGreaterThan(5));
    rcon.replies['ListPlayers'] = rows(['Bob', bob], ['Ann', ann]);
    await watch.ask({ priority: 'moderation' });
    expect(lists()).toHaveLength(1);
    rcon.replies['ListPlayers'] = rows(['Bob', bob]);
    await vi.waitFor(() => expect(lists().at(-1)).toEqual([{ id: bob, name: 'Bob' }]));
    rcon.replies['ListPlayers'] = 'No Players Connected \n ';
    await vi.waitFor(() => expect(lists().at(-1)).toEqual([]));
    expect(lists()).toHaveLength(3);
  });

  it('stay where the game cuts its list off, which is logged once', async () => {
    const { rcon, watch, lists, warnings } = setUp(rows(['Ann', ann], ['Bob', bob]));
    await vi.waitFor(() => expect(lists()).toHaveLength(1));
    rcon.replies['ListPlayers'] = rows(['Ann', ann], ['Bob', bob]).slice(0, -5);
    for (const _ of [1, 2]) await watch.ask({ priority: 'moderation' });
    expect(watch.online()?.map(({ id }) => id)).toEqual([ann, bob]);
    expect(warnings).toEqual([expect.stringContaining('cut its list of players off')]);
    rcon.replies['ListPlayers'] = rows(['Ann', ann]);
    await watch.ask({ priority: 'moderation' });
    expect(watch.online()?.map(({ id }) => id)).toEqual([ann]);
  });

  it('come and go with the log where it names them, before the game is asked', async () => {
    const { watch, lists, rcon } = setUp(rows(['Ann', ann]), { timing: { hurryMs: 3_600_000 } });
    await vi.waitFor(() => expect(lists()).toHaveLength(1));
    watch.notice({ kind: 'joined', name: 'Bob', playerId: bob });
    watch.notice({ kind: 'joined', name: 'Bob', playerId: bob });
    watch.notice({ kind: 'joined', name: 'Who' });
    watch.notice({ kind: 'left', name: 'Ann' });
    expect(
      lists()
        .slice(1)
        .map((list) => list.map(({ id }) => id)),
    ).toEqual([[ann, bob], [bob]]);
    expect(rcon.commands).toHaveLength(1);
  });

  it('do not flicker when a reply was requested before they came', async () => {
    const { watch, lists, rcon } = setUp(rows(['Ann', ann]));
    await vi.waitFor(() => expect(lists()).toHaveLength(1));
    rcon.replies['ListPlayers'] = () => {
      watch.notice({ kind: 'joined', name: 'Bob', playerId: bob });
      return rows(['Ann', ann]);
    };
    await watch.ask({ priority: 'moderation' });
    expect(watch.online()?.map(({ id }) => id)).toEqual([ann, bob]);
  });

  it('are asked for soon after someone came, once for many', async () => {
    const { rcon, watch } = setUp('No Players Connected');
    await vi.waitFor(() => expect(rcon.commands).toHaveLength(1));
    for (let n = 0; n < 20; n += 1) watch.hurry();
    await vi.waitFor(() => expect(rcon.commands).toHaveLength(2));
  });

  it('are asked for more often where there is no log', async () => {
    const blind = setUp(rows(['Ann', ann]), { hasLog: false, timing: { blindMs: 1 } });
    await vi.waitFor(() => expect(blind.rcon.commands.length).toBeGreaterThan(3));
  });

  it('are asked for just as often where there is no log and nobody yet', async () => {
    const blind = setUp('No Players Connected', { hasLog: false, timing: { blindMs: 1 } });
    await vi.waitFor(() => expect(blind.rcon.commands.length).toBeGreaterThan(3));
  });

  it.each([
    [true, 1],
    [false, 5],
  ])('are polled rarely while chat reports joins and leaves (%s)', async (isPresenceInChat, expected) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const blind = setUp(rows(['Ann', ann]), { hasLog: false, isPresenceInChat, timing: { blindMs: 1_000 } });
    await vi.advanceTimersByTimeAsync(4_500);
    expect(blind.rcon.commands).toHaveLength(expected);
  });

  it('stay as they were when the game sends nothing or fails', async () => {
    const { rcon, watch, lists } = setUp(rows(['Ann', ann]));
    await vi.waitFor(() => expect(lists()).toHaveLength(1));
    rcon.replies['ListPlayers'] = noResponse;
    await expect(watch.ask({ priority: 'moderation' })).rejects.toThrow('did not return');
    rcon.replies['ListPlayers'] = new Error('cut');
    await expect(watch.ask({ priority: 'moderation' })).rejects.toThrow('cut');
    expect(watch.online()).toEqual([{ id: ann, name: 'Ann' }]);
    expect(lists()).toHaveLength(1);
  });

  it('get their survivors from the profiles', async () => {
    const { lists } = setUp(rows(['Ann', ann]), { survivor: 'Annie' });
    await vi.waitFor(() => expect(lists().at(-1)).toEqual([{ id: ann, name: 'Ann', survivor: 'Annie' }]));
  });

  it('are all gone with the game', async () => {
    const { watch, lists } = setUp(rows(['Ann', ann]));
    await vi.waitFor(() => expect(lists()).toHaveLength(1));
    watch.empty();
    expect(lists().at(-1)).toEqual([]);
  });

  it('with terrible names still make an event that the portal takes', async () => {
    const many = Array.from({ length: 1_200 }, (_none, n): [string, string] => [
      '語\u0007'.repeat(300),
      String(76_561_190_000_000_000n + BigInt(n)),
    ]);
    const { lastSent } = setUp(rows(...many));
    await vi.waitFor(() => expect(lastSent).toHaveLength(1));
    const [draft] = lastSent;
    expect(draft && draftProblem(draft)).toBeUndefined();
    expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(128 * 1024);
  });
});
