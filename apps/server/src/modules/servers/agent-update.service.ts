import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { requireServer } from './servers.service.ts';

/** Has a server's agent install the version that this portal offers. Audited with its outcome, also where it fails. */
export async function updateAgent(ctx: Ctx, actor: Actor, serverId: string): Promise<{ version: string }> {
  const { name } = await requireServer(ctx, serverId);
  const entry = { action: 'servers.updateAgent', target: name } as const;
  try {
    const { version } = await sendCommand(ctx, serverId, 'agent.update', {});
    await record(ctx, actor, { ...entry, outcome: 'done', details: { serverId, version } });
    return { version };
  } catch (error) {
    if (error instanceof AppError) await record(ctx, actor, { ...entry, outcome: error.code, details: { serverId } });
    throw error;
  }
}
