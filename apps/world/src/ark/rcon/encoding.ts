import type { Switches } from '../switches.ts';

/** Evolved loses everything beyond ASCII: each byte on the way in, each character on the way out. */
export function decodeCommand(body: Buffer, encoding: Switches['encoding']): string {
  const text = encoding === 'utf8' ? body.toString('utf8') : body.toString('latin1').replaceAll(/[^\0-\x7f]/g, '?');
  // The engine's strings end there.
  return text.split('\0', 1)[0] ?? '';
}

export function encodeReply(text: string, encoding: Switches['encoding']): Buffer {
  return encoding === 'utf8' ? Buffer.from(text) : Buffer.from(text.replaceAll(/[^\0-\x7f]/g, '?'), 'latin1');
}
