import { isAdmin, roles, type PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { Source } from './audience.store.ts';
import { linePart, oneLine, speakerPart } from './chat-text.ts';
import { findClusterSpeaker, findSpeaker, type Speaker } from './speakers.store.ts';

/** As whom a line is said. */
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
type Place = Pick<Source, 'id' | 'name'>;
type Given = PartOutput<'POST /ark/servers/{id}/sendChatMessage', 'body'>;
type Looks = Partial<Pick<Voice, 'prefix' | 'prefixColor' | 'tribeName' | 'icon' | 'isAdmin'>>;

export function isBot(caller: Caller): boolean {
  return caller.roles.includes(roles.DiscordBot);
}

export function refuseBotWithoutTraffic(caller: Caller, server: Pick<Source, 'hasBotTraffic'>): void {
  if (isBot(caller) && !server.hasBotTraffic) throw new AppError('FORBIDDEN', 'The bot is turned off for this server.');
}

/** Members speak as their own character or under their own name. Admins of the server and the bot may give any name. */
export async function voicesOn(ctx: Ctx, caller: Caller, server: Place, given: Given): Promise<Voices> {
  if (isBot(caller)) return everywhere(botVoice(caller, given));
  const speaker = await findSpeaker(ctx.db, caller.userId, server.id);
  const asked = linePart(given.playerName ?? '');
  const own = personVoice(caller, asked === linePart(caller.username) ? undefined : speaker);
  const isBorrowed = asked !== '' && !namesOf(own).includes(asked);
  // What stands around the name could be made to look like the line of someone else.
  const free = { ...own, ...(isBorrowed && { name: asked, survivor: null, playerId: null }), ...looksOf(given) };
  if (isAdmin(caller.roles)) return { ...everywhere(free), isBorrowed };
  if (speaker?.isAdmin === true) {
    // Whoever runs one server says how things look there; the others see where the line is from.
    return { here: free, elsewhere: { ...own, prefix: linePart(server.name) }, isBorrowed };
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

/** The character of a user where its name is known, else the user. */
function personVoice(caller: Caller, speaker: Speaker | undefined): Voice {
  const plain = { kind: 'portal', prefix: 'Portal' } as const;
  const { playerId = null, name = null, survivor = null } = speaker ?? {};
  if (name === null && survivor === null)
    return { ...plain, playerId: null, name: linePart(caller.username), survivor: null };
  const named = { name: oneLine(name ?? ''), survivor: survivor === null ? null : oneLine(survivor) };
  return { ...plain, playerId, ...named };
}

/** What the own name may be called by. */
function namesOf({ name, survivor }: Voice): string[] {
  return [linePart(name), linePart(survivor ?? ''), speakerPart({ name, survivor })];
}

function botVoice(caller: Caller, given: Partial<Given>): Voice {
  const name = linePart(given.playerName ?? '') || linePart(caller.username);
  return { kind: 'discord', playerId: null, name, survivor: null, prefix: 'Discord', ...looksOf(given) };
}

function looksOf({ prefix = '', prefixColor = '', tribeName = '', icon = '', isAdmin }: Partial<Given>): Looks {
  const parts = Object.entries({ prefix, prefixColor, tribeName, icon }).map(([key, text]) => [key, linePart(text)]);
  const given: Looks = Object.fromEntries(parts.filter(([, text]) => text !== ''));
  return isAdmin === undefined ? given : { ...given, isAdmin };
}
