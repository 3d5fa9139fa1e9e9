import type { JournalKind } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../context.ts';
import { addHistory, type History } from '../modules/journal/history.service.ts';
import { createRandom, type Random } from './random.ts';

type Player = {
  playerId: string;
  name: string;
  survivor: string;
  level: number;
  awaySeconds: number;
  tribe?: { id: number; name: string } | undefined;
};
type Server = { id: string; players: readonly Player[] };

const days = 90;
const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
const creatures = ['Dodo', 'Raptor', 'Parasaur', 'Trike', 'Argentavis', 'Rex', 'Direwolf', 'Ankylo', 'Pteranodon'];
const structures = ['Stone Wall', 'Wood Foundation', 'Metal Gate', 'Storage Box', 'Stone Ceiling'];

/** Adds months in which the people of the new demo servers played, so that no page is empty at the first start. */
export async function seedDemoHistory(
  ctx: Ctx,
  { clusters }: { clusters: readonly { servers: readonly Server[] }[] },
  newServers: readonly string[],
): Promise<void> {
  const servers = clusters.flatMap((cluster) => cluster.servers).filter(({ id }) => newServers.includes(id));
  for (const server of servers) await inTransaction(ctx, (ctx) => addHistory(ctx, plan(server, ctx.clock())));
}

function plan({ id, players }: Server, now: Date): History {
  const history: History = { serverId: id, sessions: [], entries: [] };
  for (const player of players) {
    const random = createRandom(`${id} ${player.playerId}`);
    const sessionsPerDay = 0.05 + random() ** 2;
    for (let day = days; day > 0; day -= 1) {
      if (random() > sessionsPerDay) continue;
      // Most people play in the evening.
      const beganAt = new Date(Math.floor(now.getTime() / dayMs - day) * dayMs + (15 + random() * 8) * 60 * minuteMs);
      const endedAt = new Date(beganAt.getTime() + (15 + random() ** 2 * 240) * minuteMs);
      const isEndCertain = random() > 0.02;
      // The game itself knows when they last logged in; some may be there right now.
      const awayMs = Math.max(10 * minuteMs, player.awaySeconds * 1000);
      if (endedAt.getTime() >= now.getTime() - awayMs) continue;
      history.sessions.push({ ...player, beganAt, endedAt, isEndCertain });
      history.entries.push(...happenings(player, { beganAt, endedAt }, random));
    }
  }
  history.entries.sort((a, b) => a.at.getTime() - b.at.getTime());
  return history;
}

function happenings(
  player: Player,
  { beganAt, endedAt }: { beganAt: Date; endedAt: Date },
  random: Random,
): History['entries'] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const { playerId, survivor, level, tribe } = player;
  const lengthMs = endedAt.getTime() - beganAt.getTime();
  const entries: History['entries'] = [];
  const add = (kind: JournalKind, text: string, more: Partial<History['entries'][number]>) =>
    entries.push({
      at: new Date(beganAt.getTime() + random() * lengthMs),
      kind,
      text,
      playerId,
      player: survivor,
      tribe: tribe?.name ?? null,
      ...more,
    });
  // As in the game: the server's log does not number tribes, and the tribe's own line names nobody for certain.
  const repeat = (text: string) => {
    const said = entries.at(-1);
    if (tribe && said) entries.push({ ...said, text, playerId: null, tribeId: tribe.id, isTribeLog: true });
  };
  const hours = lengthMs / (60 * minuteMs);
  const often = (perHour: number) => Math.floor(random() * perHour * hours * 2);
  for (let n = often(0.4); n > 0; n -= 1) {
    const hunter = pick(creatures);
    const otherLevel = Math.ceil(random() * 150);
    const by = `${/^[AEIOU]/.test(hunter) ? 'an' : 'a'} ${hunter} - Lvl ${otherLevel}`;
    const text = `${survivor} - Lvl ${level} (${tribe?.name ?? ''}) was killed by ${by} ()!`;
    add('died', text, { other: hunter, data: { level, otherLevel } });
    repeat(`Tribemember ${survivor} - Lvl ${level} was killed by ${by}!`);
  }
  for (let n = often(0.3); n > 0; n -= 1) {
    const creature = pick(creatures);
    const tamed = { name: creature, level: Math.ceil(random() * 150), species: creature };
    const what = `Tamed ${/^[AEIOU]/.test(creature) ? 'an' : 'a'} ${creature} - Lvl ${tamed.level} (${creature})!`;
    const text = tribe ? `${survivor} of Tribe ${tribe.name} ${what}` : `Tribe  ${what}`;
    add('tamed', text, { thing: creature, data: { creature: tamed } });
    repeat(`${survivor} ${what}`);
  }
  for (let n = tribe ? often(0.5) : 0; n > 0; n -= 1) {
    const structure = pick(structures);
    const ofTribe = { tribeId: tribe?.id ?? null, isTribeLog: true };
    add('demolished', `${survivor} demolished a '${structure}'!`, { thing: structure, ...ofTribe });
  }
  return entries;
}
