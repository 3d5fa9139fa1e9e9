import type { Ctx } from '../context.ts';
import { addCounts } from '../modules/players/counts.service.ts';
import { createRandom } from './random.ts';

type Server = { id: string; usualPlayers: number };

const days = 7;
const stepMs = 20 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Adds a week of player counts for new demo servers: a wave each day, which ends at the usual number. */
export async function seedDemoCounts(
  ctx: Ctx,
  { clusters }: { clusters: readonly { servers: readonly Server[] }[] },
  newServers: readonly string[],
): Promise<void> {
  const servers = clusters.flatMap((cluster) => cluster.servers).filter(({ id }) => newServers.includes(id));
  for (const server of servers) await addCounts(ctx, server.id, plan(server, ctx.clock()));
}

function plan({ id, usualPlayers }: Server, now: Date): { at: Date; count: number }[] {
  const random = createRandom(`${id} counts`);
  const peakAgoMs = (2 + random() * 5) * 60 * 60 * 1000;
  const wave = (agoMs: number) => 0.55 + 0.45 * Math.cos(((agoMs - peakAgoMs) / dayMs) * 2 * Math.PI);
  return Array.from({ length: (days * dayMs) / stepMs }, (_, index) => {
    const agoMs = days * dayMs - index * stepMs;
    const noise = 1 + (random() - 0.5) * 0.35;
    const count = Math.round(((usualPlayers * wave(agoMs)) / wave(0)) * noise);
    return { at: new Date(now.getTime() - agoMs), count };
  });
}
