import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { listKnownGuilds, requireKnownGuild } from '../discord/known-guilds.service.ts';
import * as store from './audience.store.ts';
import { requireSource } from './messages.service.ts';

type Settings = Omit<ReplyOutput<'GET /ark/servers/{id}/chatSettings'>, 'guilds'>;
type Switches = PartOutput<'PUT /ark/servers/{id}/chatSettings', 'body'>;
type Change = { action: string; instigator: string | undefined; details: Record<string, unknown> };

const maxGuilds = 25;

export async function readSettings(ctx: Ctx, serverId: string): Promise<Settings> {
  return toSettings(ctx, requireSource(await store.findSource(ctx.db, serverId)));
}

export async function changeSwitches(
  ctx: Ctx,
  actor: Actor,
  serverId: string,
  given: Switches,
  instigator: string | undefined,
): Promise<Settings> {
  return change(ctx, actor, serverId, { action: 'chat.settings', instigator, details: given }, (ctx, server) =>
    store.updateSwitches(ctx.db, serverId, {
      sharesClusterChat: given.sharesClusterChat ?? server.sharesClusterChat,
      hasBotTraffic: given.hasBotTraffic ?? server.hasBotTraffic,
    }),
  );
}

export async function disableBot(
  ctx: Ctx,
  actor: Actor,
  serverId: string,
  instigator: string | undefined,
): Promise<Settings> {
  return changeSwitches(ctx, actor, serverId, { hasBotTraffic: false }, instigator);
}

/** Adds the names of the guilds; outside of a transaction, because the bot may take its time. */
export async function withGuildNames(
  ctx: Ctx,
  settings: Settings | Promise<Settings>,
): Promise<ReplyOutput<'GET /ark/servers/{id}/chatSettings'>> {
  const read = await settings;
  const guildIds = [...new Set([...read.loggingGuilds, ...read.relayGuilds])];
  return { ...read, guilds: await listKnownGuilds(ctx, guildIds) };
}

/** Only a guild that the bot is in can be added; any can be removed. */
export async function changeGuild(
  ctx: Ctx,
  actor: Actor,
  guild: store.ChatGuild & { isOn: boolean },
  instigator: string | undefined,
): Promise<Settings> {
  if (guild.isOn) await requireKnownGuild(ctx, guild.guildId);
  return setGuild(ctx, actor, guild, instigator);
}

/** Adding a guild does not turn the bot on again. */
export async function setGuild(
  ctx: Ctx,
  actor: Actor,
  guild: store.ChatGuild & { isOn: boolean },
  instigator: string | undefined,
): Promise<Settings> {
  const { isOn, ...row } = guild;
  const details = { guildId: guild.guildId, isOn };
  const action = guild.kind === 'log' ? 'chat.logging' : 'chat.relay';
  return change(ctx, actor, guild.serverId, { action, instigator, details }, async (ctx) => {
    if (!isOn) return store.deleteGuild(ctx.db, row);
    await store.insertGuild(ctx.db, row);
    const guilds = (await store.findGuilds(ctx.db, guild.serverId)).filter(({ kind }) => kind === guild.kind);
    if (guilds.length > maxGuilds)
      throw fieldError('BAD_REQUEST', 'guildId', `A server's chat can go to at most ${maxGuilds} guilds.`);
  });
}

async function change(
  ctx: Ctx,
  actor: Actor,
  serverId: string,
  { action, instigator, details }: Change,
  work: (ctx: Ctx, server: store.Source) => Promise<void>,
): Promise<Settings> {
  return inTransaction(ctx, async (ctx) => {
    const server = requireSource(await store.lockSource(ctx.db, serverId));
    await work(ctx, server);
    const entry = { action, target: server.name, outcome: 'done' };
    await record(ctx, actor, { ...entry, details: { serverId, ...details, ...(instigator ? { instigator } : {}) } });
    return readSettings(ctx, serverId);
  });
}

async function toSettings(ctx: Ctx, { id, sharesClusterChat, hasBotTraffic }: store.Source): Promise<Settings> {
  const guilds = await store.findGuilds(ctx.db, id);
  const of = (kind: store.ChatGuild['kind']) => guilds.filter((row) => row.kind === kind).map((row) => row.guildId);
  return { sharesClusterChat, hasBotTraffic, loggingGuilds: of('log'), relayGuilds: of('relay') };
}
