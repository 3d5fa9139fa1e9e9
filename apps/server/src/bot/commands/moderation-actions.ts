import type { ModeratorPower } from '@tribehall/contract';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../../modules/audit/audit.service.ts';
import { sendCommand } from '../../modules/agents/agents.service.ts';
import { readPowers } from '../../modules/moderators/moderators.service.ts';
import { impose, read, type Sanction } from '../../modules/sanctions/sanctions.service.ts';
import { unban } from '../../modules/sanctions/server-bans.service.ts';
import type { Caller } from '../../modules/sessions/sessions.service.ts';

type Server = { id: string; name: string };
type Outcome = 'confirmed' | 'sent';
/** `days`: how long a ban lasts, if it ends by itself. */
type Done = { outcome: Outcome; days?: number };
type Given = { playerId: string; reason: string; days?: number | undefined };
type PlayerAction = (ctx: Ctx, caller: Caller, server: Server, given: Given) => Promise<Done>;

const lookEveryMs = 200;
const maxLooks = 25;

/** What moderators can do with a slash command. Each checks the caller's powers on that server. */
export type ModerationActions = {
  kick: PlayerAction;
  ban: PlayerAction;
  unban: PlayerAction;
  broadcast: (ctx: Ctx, caller: Caller, server: Server, text: string) => Promise<void>;
};

export const moderationActions: ModerationActions = {
  kick: async (ctx, caller, server, given) => {
    await requirePower(ctx, caller, server, 'kick');
    return { outcome: outcomeOf(await impose(ctx, caller, sanctionOf('kick', server, given), 'discord')) };
  },
  ban: async (ctx, caller, server, given) => {
    const { maxBanDays } = await requirePower(ctx, caller, server, 'ban');
    const days = given.days ?? maxBanDays ?? undefined;
    const sanction = {
      ...sanctionOf('ban', server, given),
      ...(days !== undefined && { minutes: days * 24 * 60 }),
    };
    const outcome = outcomeOf(await settled(ctx, caller, await impose(ctx, caller, sanction, 'discord')));
    return { outcome, ...(days !== undefined && { days }) };
  },
  unban: async (ctx, caller, server, { playerId, reason }) => {
    await requirePower(ctx, caller, server, 'ban');
    return unban(ctx, caller, { serverId: server.id, playerId, instigator: undefined }, reason);
  },
  broadcast: async (ctx, caller, server, text) => {
    await requirePower(ctx, caller, server, 'console');
    const entry = { action: 'servers.broadcast', target: server.name, details: { serverId: server.id, text } };
    try {
      await sendCommand(ctx, server.id, 'server.broadcast', { text });
    } catch (error) {
      if (error instanceof AppError) await record(ctx, caller, { ...entry, outcome: error.code });
      throw error;
    }
    await record(ctx, caller, { ...entry, outcome: 'done' });
  },
};

function sanctionOf(kind: 'kick' | 'ban', server: Server, { playerId, reason }: Given) {
  const reach = { type: 'server', serverId: server.id } as const;
  return { kind, playerId, reach, reason, note: '', evidence: [] };
}

/** What became of it on its server, if that is known within a few seconds. */
async function settled(ctx: Ctx, caller: Caller, sanction: Sanction): Promise<Sanction> {
  let latest = sanction;
  for (let look = 0; look < maxLooks && latest.enforcement.some(({ state }) => state === 'waiting'); look += 1) {
    await wait(lookEveryMs);
    latest = await read(ctx, caller, sanction.id);
  }
  return latest;
}

function outcomeOf({ kind, enforcement: [row] }: Sanction): Outcome {
  if (!row) throw new AppError('PLAYER_OFFLINE');
  if (row.state !== 'failed') return row.state === 'confirmed' ? 'confirmed' : 'sent';
  const detail = row.detail ?? 'The server did not carry it out.';
  throw new AppError('UNAVAILABLE', kind === 'ban' ? `${detail} The ban is stored, and is tried again.` : detail);
}

async function requirePower(ctx: Ctx, caller: Caller, { id }: Server, power: ModeratorPower) {
  const powers = await readPowers(ctx, caller, { type: 'server', serverId: id });
  if (!powers.has(power)) throw new AppError('FORBIDDEN', "You aren't allowed to do this on this server.");
  return powers;
}
