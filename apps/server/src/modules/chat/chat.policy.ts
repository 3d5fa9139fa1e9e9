import { isAdmin, roles, type PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { Source } from './audience.store.ts';
import { toLabel, oneLine, speakerLabel } from './chat-text.ts';
import { findClusterSpeaker, findSpeaker, type Speaker } from './speakers.store.ts';

/** Under which name and with which looks a message appears. */
export type Voice = {
  kind: 'portal' | 'discord';
  playerId: string | null;
  name: string;
  survivor: string | null;
  prefix: string;
  prefixColor?: string | undefined;
  tribeName?: string | undefined;
  icon?: string | undefined;
  isAdmin?: boolean | undefined;
};

/** The voice on the server itself, and on the others of its cluster. `isBorrowed`: under a name that is not the speaker's. */
type Voices = { here: Voice; elsewhere: Voice; isBorrowed: boolean };
type Server = Pick<Source, 'id' | 'name'>;
type Given = PartOutput<'POST /ark/servers/{id}/sendChatMessage', 'body'>;
type Looks = Partial<Pick<Voice, 'prefix' | 'prefixColor' | 'tribeName' | 'icon' | 'isAdmin'>>;

export function isBot(caller: Caller): boolean {
  return caller.roles.includes(roles.DiscordBot);
}

export function refuseBotWithoutTraffic(caller: Caller, server: Pick<Source, 'hasBotTraffic'>): void {
  if (isBot(caller) && !server.hasBotTraffic) throw new AppError('FORBIDDEN', 'The bot is turned off for this server.');
}

/** Members speak as their own character or under their own name. Admins of the server and the bot may use any name. */
export async function voicesOn(ctx: Ctx, caller: Caller, server: Server, given: Given): Promise<Voices> {
  if (isBot(caller)) return everywhere(botVoice(caller, given));
  const speaker = await findSpeaker(ctx.db, caller.userId, server.id);
  const asked = toLabel(given.playerName ?? '');
  const own = personVoice(caller, asked === toLabel(caller.username) ? undefined : speaker);
  const isBorrowed = asked !== '' && !namesOf(own).includes(asked);
  // What surrounds the name could make a message look like someone else's.
  const free = { ...own, ...(isBorrowed && { name: asked, survivor: null, playerId: null }), ...looksOf(given) };
  if (isAdmin(caller.roles)) return { ...everywhere(free), isBorrowed };
  if (speaker?.isAdmin === true) {
    // An admin of one server decides how it looks there; the other servers see where the message is from.
    return { here: free, elsewhere: { ...own, prefix: toLabel(server.name) }, isBorrowed };
  }
  if (isBorrowed) throw fieldError('FORBIDDEN', 'playerName', 'You can only speak under your own name.');
  return everywhere(own);
}

export async function clusterVoice(ctx: Ctx, caller: Caller, clusterId: string): Promise<Voice> {
  if (isBot(caller)) return botVoice(caller, {});
  return personVoice(caller, await findClusterSpeaker(ctx.db, caller.userId, clusterId));
}

function everywhere(voice: Voice): Voices {
  return { here: voice, elsewhere: voice, isBorrowed: false };
}

/** The user's character if its name is known, else the user. */
function personVoice(caller: Caller, speaker: Speaker | undefined): Voice {
  const plain = { kind: 'portal', prefix: 'Portal' } as const;
  const { playerId = null, name = null, survivor = null } = speaker ?? {};
  if (name === null && survivor === null)
    return { ...plain, playerId: null, name: toLabel(caller.username), survivor: null };
  const named = { name: oneLine(name ?? ''), survivor: survivor === null ? null : oneLine(survivor) };
  return { ...plain, playerId, ...named };
}

/** The names that count as the speaker's own. */
function namesOf({ name, survivor }: Voice): string[] {
  return [toLabel(name), toLabel(survivor ?? ''), speakerLabel({ name, survivor })];
}

function botVoice(caller: Caller, given: Partial<Given>): Voice {
  const name = toLabel(given.playerName ?? '') || toLabel(caller.username);
  return { kind: 'discord', playerId: null, name, survivor: null, prefix: 'Discord', ...looksOf(given) };
}

function looksOf({ prefix = '', prefixColor = '', tribeName = '', icon = '', isAdmin }: Partial<Given>): Looks {
  const parts = Object.entries({ prefix, prefixColor, tribeName, icon }).map(([key, text]) => [key, toLabel(text)]);
  const given: Looks = Object.fromEntries(parts.filter(([, text]) => text !== ''));
  return isAdmin === undefined ? given : { ...given, isAdmin };
}
