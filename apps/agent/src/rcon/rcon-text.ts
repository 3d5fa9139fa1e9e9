import { trimEndOf } from '@tribehall/contract/shared/text';
import { assertOneLine, CommandTextError } from '@tribehall/ark/rcon/command-text';

/** What servers of this protocol take in one packet, with room for its frame. */
const maxCommandBytes = 4000;

/** The bytes of exactly one command. */
export function encodeCommand(command: string, isAsciiOnly: boolean): Buffer {
  assertOneLine(command);
  // Never 'latin1' or 'ascii': they cut letters down to line breaks and quotes (Ċ becomes a line feed).
  const bytes = Buffer.from(isAsciiOnly ? command.replace(/[^\p{ASCII}]/gu, '?') : command, 'utf8');
  if (bytes.length > maxCommandBytes) throw new CommandTextError('The command is too long for one packet.');
  return bytes;
}

/** UTF-8 where it is UTF-8. ASE without plugins sends ASCII; with some it sends single bytes. */
export function decodeReply(bytes: Buffer, isAsciiOnly: boolean): string {
  return trimEndOf(readText(bytes, isAsciiOnly), '\0');
}

function readText(bytes: Buffer, isAsciiOnly: boolean): string {
  const text = bytes.toString('utf8');
  return isAsciiOnly && text.includes('\ufffd') ? bytes.toString('latin1') : text;
}
