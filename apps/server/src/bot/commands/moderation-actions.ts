import type { ModeratorPower } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../../modules/audit/audit.service.ts';
import { sendCommand } from '../../modules/agents/agents.service.ts';
import { readPowers } from '../../modules/moderators/moderators.service.ts';
import { act } from '../../modules/players/actions.service.ts';
import type { Caller } from '../../modules/sessions/sessions.service.ts';

type Server = { id: string; name: string };
type Outcome = 'confirmed' | 'sent';
type PlayerAction = (ctx: Ctx, caller: Caller, server: Server, playerId: string, reason: string) => Promise<Outcome>;

/** What moderators can do with a slash command. Each checks the caller's powers on that server. */
export type ModerationActions = {
  kick: PlayerAction;
  ban: PlayerAction;
  unban: PlayerAction;
  broadcast: (ctx: Ctx, caller: Caller, server: Server, text: string) => Promise<void>;
};

export const moderationActions: ModerationActions = {
  kick: playerAction('players.kick', 'kick'),
  ban: playerAction('players.ban', 'ban'),
  unban: playerAction('players.unban', 'ban'),
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

function playerAction(action: 'players.kick' | 'players.ban' | 'players.unban', power: 'kick' | 'ban'): PlayerAction {
  return async (ctx, caller, server, playerId, reason) => {
    const { maxBanDays } = await requirePower(ctx, caller, server, power);
    if (action === 'players.ban' && maxBanDays !== null)
      throw new AppError('FORBIDDEN', `You may ban for ${maxBanDays} days at most. Ban this player in the portal.`);
    const target = { serverId: server.id, playerId, instigator: undefined };
    const { outcome } = await act(ctx, caller, action, target, reason === '' ? {} : { reason });
    return outcome;
  };
}

async function requirePower(ctx: Ctx, caller: Caller, { id }: Server, power: ModeratorPower) {
  const powers = await readPowers(ctx, caller, { type: 'server', serverId: id });
  if (!powers.has(power)) throw new AppError('FORBIDDEN', "You aren't allowed to do this on this server.");
  return powers;
}
