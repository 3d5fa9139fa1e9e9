import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { CachedJson } from '../../platform/json/cached-json.ts';
import { list } from '../../modules/servers/servers.service.ts';
import { searchEverywhere } from '../../modules/search/search.service.ts';
import { findDiscordCaller, type Caller } from '../../modules/sessions/sessions.service.ts';
import { listOnline } from '../../modules/players/players.service.ts';
import type { Choice, CommandInteraction, CompletionInteraction } from './command.ts';

const idPattern = /^(\d{15,20}|[0-9a-f]{32})$/;

/** The portal account of the person who used a command, with its rights at this moment. */
export async function requireAccount(ctx: Ctx, { user }: Pick<CommandInteraction, 'user'>): Promise<Caller> {
  const caller = await findDiscordCaller(ctx, user.id);
  if (caller) return caller;
  const address = `${publicUrl(ctx.config, ctx.config.PORT)}/account`;
  throw new AppError('DISCORD_UNLINKED', `Link your Discord account first: <${address}>, under Connections.`);
}

type Place = { id: string; name: string };

async function listServers(ctx: Ctx, text: string): Promise<Place[]> {
  const found = await list(ctx, text);
  return found instanceof CachedJson ? found.data : found;
}

/** By ID or name. Without either, the only server there is. */
export async function requireServerNamed(ctx: Ctx, given: string | null): Promise<Place> {
  const servers = await listServers(ctx, '');
  const [only, ...others] = servers;
  if (given === null && only && others.length === 0) return only;
  const wanted = given?.trim().toLowerCase() ?? '';
  if (wanted === '') throw new AppError('BAD_REQUEST', 'Choose a server.');
  const found = servers.find(({ id }) => id === given) ?? servers.find(({ name }) => name.toLowerCase() === wanted);
  if (!found) throw new AppError('NOT_FOUND', 'There is no such server. Choose one from the list.');
  return found;
}

type Meant = { id: string; name: string };

/** By ID, by the name of someone online on the server, or by a name that only one player has. */
export async function findPlayerNamed(
  ctx: Ctx,
  caller: Caller,
  given: string,
  serverId?: string,
): Promise<Meant | undefined> {
  const text = given.trim();
  const isNamed = ({ name, survivor }: { name: string | null; survivor?: string | null }) =>
    [name, survivor].some((known) => known?.toLowerCase() === text.toLowerCase());
  const online = serverId === undefined ? [] : (await listOnline(ctx, serverId)).filter(isNamed);
  const [first, ...more] = online;
  if (first && more.length === 0) return { id: first.id, name: first.name };
  if (text === '') return undefined;
  const { players } = await searchEverywhere(ctx, caller, text.slice(0, 100));
  const named = idPattern.test(text) ? players.filter(({ id }) => id === text) : players.filter(isNamed);
  const [best, ...rest] = named;
  if (best && rest.length === 0) return { id: best.id, name: best.name || best.id };
  return idPattern.test(text) ? { id: text, name: text } : undefined;
}

export async function requirePlayerNamed(ctx: Ctx, caller: Caller, given: string, serverId?: string): Promise<Meant> {
  const found = await findPlayerNamed(ctx, caller, given, serverId);
  if (!found)
    throw new AppError('NOT_FOUND', 'There is no such player, or several have this name. Choose one from the list.');
  return found;
}

/** Servers and players by what was typed so far; nothing for people without an account. */
export async function completeOption(ctx: Ctx, interaction: CompletionInteraction): Promise<Choice[]> {
  const caller = await findDiscordCaller(ctx, interaction.user.id);
  if (!caller) return [];
  const { name, value } = interaction.options.getFocused(true);
  const text = value.trim();
  if (name === 'server') {
    const servers = await listServers(ctx, text);
    return servers.map((server) => ({ name: server.name, value: server.id }));
  }
  const chosen = interaction.options.getString('server');
  const serverId = chosen === null ? undefined : (await listServers(ctx, '')).find(({ id }) => id === chosen)?.id;
  const online = serverId === undefined ? [] : await listOnline(ctx, serverId);
  const begins = online.filter((player) => player.name.toLowerCase().startsWith(text.toLowerCase()));
  const found = text.length < 2 ? [] : (await searchEverywhere(ctx, caller, text.slice(0, 100))).players;
  const all = new Map([...begins, ...found].map((player) => [player.id, player.name || player.id]));
  return [...all].map(([id, shown]) => ({ name: shown, value: id }));
}
