import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readDigest } from '../journal/digest.service.ts';
import { readNewMail } from '../mail/mail.service.ts';
import { countEndedDownloads } from '../music/downloads/work.service.ts';
import { readSight, type Sight } from '../people/people.service.ts';
import { toEntry } from '../people/timeline.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { listOwnLogs } from '../structures/tribes/tribes.service.ts';
import { readAttention } from './attention.service.ts';
import * as store from './home.store.ts';

type Home = ReplyOutput<'GET /home'>;
type Character = Home['characters'][number];

const minuteMs = 60 * 1000;
/** Whoever comes back after that begins a new visit. */
const awayAfterMs = 30 * minuteMs;
/** What happened before is not counted, however long someone was away. */
const maxAwayMs = 30 * 24 * 60 * minuteMs;
const maxEntries = 6;

/** What concerns the caller, and nothing that other calls would not show them. */
export async function readHome(ctx: Ctx, caller: Caller): Promise<Home> {
  const now = ctx.clock();
  const awaySince = new Date(now.getTime() - awayAfterMs);
  const [previousVisitAt, sight, rows, chatServer] = await Promise.all([
    store.touchVisit(ctx.db, caller.userId, { now, awaySince }),
    readSight(ctx, caller),
    store.findCharacters(ctx.db, caller.userId),
    store.findChatServer(ctx.db, caller.userId),
  ]);
  const characters = rows.map((row) => toCharacter(row, sight));
  const [away, attention] = await Promise.all([
    previousVisitAt && readAway(ctx, caller, { sight, characters, previousVisitAt, now }),
    readAttention(ctx, caller, sight),
  ]);
  return {
    previousVisitAt,
    characters,
    chat: chatServer ? chatOf(chatServer, sight, characters) : null,
    away,
    attention,
  };
}

function toCharacter(row: store.CharacterRow, { servers }: Sight): Character {
  const { server_id, player_id, name, survivor, level, tribe_id, tribe, online_since, seen_at } = row;
  return {
    server: { id: server_id, name: row.server_name },
    playerId: player_id,
    name,
    survivor,
    level,
    tribe: tribe_id === null || tribe === null ? null : { id: Number(tribe_id), name: tribe },
    isAdmin: servers.get(server_id)?.isAdmin ?? false,
    onlineSince: online_since === null ? null : new Date(online_since),
    lastSeenAt: seen_at === null ? null : new Date(seen_at),
  };
}

/** The chat of the server's cluster, where it has one. Who may write there follows the rights of the chat's calls. */
function chatOf({ id, name, cluster }: store.ChatRow, sight: Sight, characters: readonly Character[]): Home['chat'] {
  const played = new Set(characters.map(({ server }) => server.id));
  const isTied = (serverId: string) => played.has(serverId) || (sight.servers.get(serverId)?.isAdmin ?? false);
  if (!cluster) return { kind: 'server', id, name, mayWrite: isTied(id) };
  const members = [...sight.servers.values()].filter(({ clusterId }) => clusterId === cluster.id);
  return { kind: 'cluster', ...cluster, mayWrite: members.some((server) => isTied(server.id)) };
}

type Visit = { sight: Sight; characters: readonly Character[]; previousVisitAt: Date; now: Date };

/** What happened to the caller's own characters, in the logs of their tribes that they may read, and what arrived. */
async function readAway(
  ctx: Ctx,
  caller: Caller,
  { sight, characters, previousVisitAt, now }: Visit,
): Promise<NonNullable<Home['away']>> {
  const from = new Date(Math.max(previousVisitAt.getTime(), now.getTime() - maxAwayMs));
  const playerIds = [...sight.ownPlayerIds];
  const tribes = await listOwnLogs(
    ctx,
    characters.map(({ server, playerId, isAdmin }) => ({ serverId: server.id, playerId, isAdmin })),
  );
  const [{ counts, entries }, mail, downloads] = await Promise.all([
    readDigest(ctx, { playerIds, tribes, from }, { serverIds: new Set(sight.servers.keys()), limit: maxEntries }),
    readNewMail(ctx, caller.userId, { playerIds, from }),
    countEndedDownloads(ctx, caller.userId, from),
  ]);
  const serverOf = (id: string) => ({ id, name: sight.servers.get(id)?.name ?? '' });
  return {
    since: from,
    counts,
    entries: entries.map((row) => toEntry(serverOf(row.serverId), row)),
    mail,
    downloads,
  };
}
