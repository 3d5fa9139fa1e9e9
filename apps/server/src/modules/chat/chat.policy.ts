import { isAdmin, roles, type PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { Source } from './audience.store.ts';
import { linePart } from './chat-text.ts';
import { findSpeaker } from './speakers.store.ts';

/** As whom a line is said. */
export type Voice = {
  kind: 'portal' | 'discord';
  playerId: string | null;
  name: string;
  prefix: string;
  prefixColor?: string | undefined;
  tribeName?: string | undefined;
  icon?: string | undefined;
  isAdmin?: boolean | undefined;
};

/** The voice on the server itself, and on the others of its cluster. */
type Voices = { here: Voice; elsewhere: Voice };
type Place = Pick<Source, 'id' | 'name'>;
type Given = PartOutput<'POST /ark/servers/{id}/sendChatMessage', 'body'>;
type Looks = Partial<Pick<Voice, 'prefix' | 'prefixColor' | 'tribeName' | 'icon' | 'isAdmin'>>;

export function isBot(caller: Caller): boolean {
  return caller.roles.includes(roles.DiscordBot);
}

export function refuseBotWithoutTraffic(caller: Caller, server: Pick<Source, 'hasBotTraffic'>): void {
  if (isBot(caller) && !server.hasBotTraffic) throw new AppError('FORBIDDEN', 'The bot is turned off for this server.');
}

/** A person speaks as himself; the bot as whoever it says. */
export async function voicesOn(ctx: Ctx, caller: Caller, server: Place, given: Given): Promise<Voices> {
  if (isBot(caller)) return everywhere(botVoice(caller, given));
  const speaker = await findSpeaker(ctx.db, caller.userId, server.id);
  const asked = linePart(given.playerName ?? '');
  const isOwnName = [speaker?.name, speaker?.survivor].some((own) => own && asked !== '' && linePart(own) === asked);
  const plain = {
    ...clusterVoice(caller),
    ...(isOwnName ? { name: asked, playerId: speaker?.playerId ?? null } : {}),
  };
  // What stands around the name could be made to look like the line of someone else.
  if (isAdmin(caller.roles)) return everywhere({ ...plain, ...looksOf(given) });
  if (speaker?.isAdmin !== true) return everywhere(plain);
  // Whoever runs one server says how things look there; the others see where the line is from.
  return { here: { ...plain, ...looksOf(given) }, elsewhere: { ...plain, prefix: linePart(server.name) } };
}

function everywhere(voice: Voice): Voices {
  return { here: voice, elsewhere: voice };
}

export function clusterVoice(caller: Caller): Voice {
  if (isBot(caller)) return botVoice(caller, {});
  return { kind: 'portal', playerId: null, name: linePart(caller.username), prefix: 'Portal' };
}

function botVoice(caller: Caller, given: Partial<Given>): Voice {
  const name = linePart(given.playerName ?? '') || linePart(caller.username);
  return { kind: 'discord', playerId: null, name, prefix: 'Discord', ...looksOf(given) };
}

function looksOf({ prefix = '', prefixColor = '', tribeName = '', icon = '', isAdmin }: Partial<Given>): Looks {
  const parts = Object.entries({ prefix, prefixColor, tribeName, icon }).map(([key, text]) => [key, linePart(text)]);
  const given: Looks = Object.fromEntries(parts.filter(([, text]) => text !== ''));
  return isAdmin === undefined ? given : { ...given, isAdmin };
}
