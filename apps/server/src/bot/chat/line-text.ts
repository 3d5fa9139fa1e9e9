import type { DiscordLine } from '../../modules/chat/lines.service.ts';
import { cut, harmlessLine, harmlessName } from '../harmless-text.ts';

const maxNameLength = 100;
/** Escaping may double what was 512 characters. */
const maxTextLength = 1200;

/** A chat line of the game as it stands in a channel. */
export function lineText({ server, name, survivor, tribe, text }: DiscordLine['message']): string {
  const place = server ? `\\[${part(server.name)}\\] ` : '';
  const who = part(survivor ?? name);
  const group = tribe ? ` (${part(tribe)})` : '';
  return `${place}**${who}**${group}: ${cut(harmlessLine(text), maxTextLength)}`;
}

function part(text: string): string {
  return cut(harmlessName(text), maxNameLength);
}
