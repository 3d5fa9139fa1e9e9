import { Events, type Guild } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { applyRoleMembers, listWatchedRoles, rulesSubject } from '../../modules/moderators/role-rules.service.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Connected } from '../gateway/connection.ts';

/** The portal forgets what is not confirmed for a minute. */
const confirmEveryMs = 15_000;
/** The gateway reports every change; this is for one that got lost. */
const readEveryMs = 10 * 60_000;

/** Tells the portal who has the roles that make moderators: on every change, and again and again. */
export function followRoleMembers(ctx: Ctx, { client, isConnected }: Connected): () => void {
  const failure = 'Moderators by Discord role could not be determined';
  /** When all members of a guild were read last; from then on, events keep them up to date. */
  const readAt = new Map<string, number>();
  let isStopped = false;
  const confirm = async () => {
    const rules = isConnected() ? await listWatchedRoles(ctx) : [];
    for (const { ruleId, guildId, roleId } of rules) {
      const guild = client.guilds.cache.get(guildId);
      if (!guild?.available) continue;
      await readMembers(guild, readAt);
      const holders = [...(guild.roles.cache.get(roleId)?.members.keys() ?? [])];
      // What is cached may be out of date by now.
      if (isStopped || !isConnected()) return;
      await applyRoleMembers(ctx, ruleId, holders);
    }
  };
  let running: Promise<void> | undefined;
  let isDue = false;
  const wake = () => {
    isDue = true;
    running ??= (async () => {
      while (isDue && !isStopped) {
        isDue = false;
        await confirm().catch((err: unknown) => ctx.log.warn({ err }, failure));
      }
      running = undefined;
    })();
    return running;
  };
  const onChange = () => void wake();
  // After a new session, events of the time in between are missing.
  const onSession = () => {
    readAt.clear();
    onChange();
  };
  for (const event of changes) client.on(event, onChange);
  client.on(Events.ShardReady, onSession);
  const stops = [
    ctx.bus.subscribe(rulesSubject, onChange),
    repeat(ctx.log, { everyMs: confirmEveryMs, failure }, wake),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    for (const event of changes) client.off(event, onChange);
    client.off(Events.ShardReady, onSession);
  };
}

const changes = [
  Events.GuildMemberAdd,
  Events.GuildMemberAvailable,
  Events.GuildMemberRemove,
  Events.GuildMemberUpdate,
  Events.GuildRoleDelete,
] as const;

async function readMembers(guild: Guild, readAt: Map<string, number>): Promise<void> {
  const now = Date.now();
  if (now - (readAt.get(guild.id) ?? Number.NEGATIVE_INFINITY) < readEveryMs) return;
  await guild.members.fetch();
  readAt.set(guild.id, now);
}
