import type { Ctx } from '../../context.ts';
import * as store from './digest.store.ts';
import type { EntryRow } from './journal.store.ts';

type DigestCounts = {
  deaths: number;
  kills: number;
  tames: number;
  creaturesLost: number;
  structuresLost: number;
  others: number;
};

/**
 * What happened to players and their tribes since a moment. Whose entries these are, and which logs of tribes may be read,
 * is for the caller to decide; entries of servers that are not in `serverIds` are left out.
 */
export async function readDigest(
  ctx: Ctx,
  filter: store.DigestFilter,
  { serverIds, limit }: { serverIds: ReadonlySet<string>; limit: number },
): Promise<{ counts: DigestCounts; entries: EntryRow[] }> {
  if (filter.playerIds.length === 0) return { counts: sum([]), entries: [] };
  const [counted, entries] = await Promise.all([
    store.countDigest(ctx.db, filter),
    store.findDigest(ctx.db, filter, limit),
  ]);
  const isKnown = ({ serverId }: { serverId: string }) => serverIds.has(serverId);
  return { counts: sum(counted.filter(isKnown)), entries: entries.filter(isKnown) };
}

function sum(counted: readonly store.DigestCount[]): DigestCounts {
  const counts = { deaths: 0, kills: 0, tames: 0, creaturesLost: 0, structuresLost: 0, others: 0 };
  for (const one of counted) counts[measureOf(one)] += one.count;
  return counts;
}

const measures: { [Kind in EntryRow['kind']]?: keyof DigestCounts } = {
  died: 'deaths',
  killed: 'kills',
  tamed: 'tames',
  'creature-died': 'creaturesLost',
  starved: 'creaturesLost',
  lost: 'structuresLost',
  decayed: 'structuresLost',
};

/** From the other side, a death is a kill, and what someone lost is no loss. */
function measureOf({ kind, isOther }: store.DigestCount): keyof DigestCounts {
  if (isOther) return kind === 'died' ? 'kills' : kind === 'killed' ? 'deaths' : 'others';
  return measures[kind] ?? 'others';
}
