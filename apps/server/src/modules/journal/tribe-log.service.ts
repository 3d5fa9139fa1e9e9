import { isRepeated, toTribeDeed } from '@tribehall/ark/logs/tribe-deeds';
import { parseTribeLogLine } from '@tribehall/ark/logs/tribe-events';
import type { Ctx } from '../../context.ts';
import { emptyEntry, toDetails } from './journal.service.ts';
import * as store from './journal.store.ts';
import { ensurePartitions } from './partitions.service.ts';

export type TribeLog = {
  id: number;
  name: string;
  members: readonly { arkId: string; name: string }[];
  /** Those that were not in the save before, oldest first. */
  lines: readonly string[];
};

/**
 * Adds lines of tribes' logs from a save, in its transaction, except those that the server's log has delivered already.
 * When they happened is known by the game's calendar alone: before the save was written.
 */
export async function addTribeLogs(ctx: Ctx, serverId: string, savedAt: Date, tribes: readonly TribeLog[]) {
  const withNews = tribes.filter(({ lines }) => lines.length > 0);
  if (withNews.length === 0) return;
  const arkIds = withNews.flatMap(({ members }) => members.map(({ arkId }) => arkId));
  const players = await store.findPlayersOf(ctx.db, serverId, arkIds);
  const rows = withNews.flatMap((tribe) => {
    const playerOf = createPlayerFinder(tribe, players);
    return tribe.lines.map((line) => ({ at: savedAt, serverId, ...describe(line, playerOf), ...nameOf(tribe) }));
  });
  await ensurePartitions(ctx, [savedAt]);
  await store.insertMissing(ctx.db, serverId, rows);
}

function nameOf({ id, name }: TribeLog): { tribeId: number; tribe: string } {
  return { tribeId: id, tribe: name };
}

/** A member's player, if only one member has that name. */
function createPlayerFinder({ members }: TribeLog, players: ReadonlyMap<string, string>) {
  const byName = new Map<string, string[]>();
  for (const { arkId, name } of members) byName.set(name, [...(byName.get(name) ?? []), arkId]);
  return (name: string | undefined): string | null => {
    const [arkId, ...others] = byName.get(name ?? '') ?? [];
    return arkId === undefined || others.length > 0 ? null : (players.get(arkId) ?? null);
  };
}

function describe(line: string, playerOf: (name: string | undefined) => string | null) {
  const parsed = parseTribeLogLine(line);
  const deed = parsed ? toTribeDeed(parsed.event) : ({ kind: 'other' } as const);
  const { kind, player, other, creature, thing } = { player: undefined, other: undefined, ...noThing, ...deed };
  return {
    ...emptyEntry,
    kind,
    player: player ?? null,
    playerId: isRepeated({ kind }) ? null : playerOf(player),
    other: other?.name ?? null,
    otherTribe: other?.tribe ?? null,
    thing: thing ?? creature?.species ?? creature?.name ?? null,
    isTribeLog: true,
    day: parsed?.day ?? null,
    time: parsed?.time ?? null,
    text: parsed?.text ?? line,
    data: { isTimeUncertain: true, ...toDetails({ other, creature }) },
  };
}

const noThing = { creature: undefined, thing: undefined };
