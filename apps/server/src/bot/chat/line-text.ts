import { speakerNames } from '@tribehall/contract/shared/text';
import type { DiscordLine } from '../../modules/chat/lines.service.ts';
import { cut, harmlessLine, harmlessName } from '../harmless-text.ts';

const maxNameLength = 100;
/** Escaping may double what was 512 characters. */
const maxTextLength = 1200;

/** A chat line of the game as it stands in a channel, the speaker as in the game itself. */
export function lineText({ server, tribe, text, ...speaker }: DiscordLine['message']): string {
  const place = server ? `\\[${part(server.name)}\\] ` : '';
  const [shown, player] = speakerNames(speaker);
  const who = player === undefined ? '' : ` \\(${part(player)}\\)`;
  const group = tribe ? ` \\[${part(tribe)}\\]` : '';
  return `${place}**${part(shown)}**${who}${group}: ${cut(harmlessLine(text), maxTextLength)}`;
}

function part(text: string): string {
  return cut(harmlessName(text), maxNameLength);
}
