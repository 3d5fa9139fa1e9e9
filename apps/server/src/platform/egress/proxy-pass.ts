import type { Duplex } from 'node:stream';
import { ForbiddenAddressError } from './guarded-target.ts';

export type PassLimits = { maxBytes: number };

/** The limits of one program, and what it has used of them. */
export type Pass = ReturnType<typeof createPass>;

export function createPass(url: string, limits: PassLimits, whenClosed: () => void) {
  const held = new Set<Duplex>();
  let bytes = 0;
  let refusal: string | undefined;
  const close = () => {
    whenClosed();
    for (const stream of held) stream.destroy();
    held.clear();
  };
  return {
    /** The proxy's address with the credential of this pass. */
    url,
    /** The message of the last refusal. */
    refusal: () => refusal,
    /** Whether more bytes were received than allowed. */
    isSpent: () => bytes > limits.maxBytes,
    close,
    hold: (stream: Duplex) => {
      if (held.has(stream)) return;
      held.add(stream);
      stream.once('close', () => held.delete(stream));
    },
    count: (more: number) => {
      bytes += more;
      if (bytes > limits.maxBytes) close();
    },
    refuse: (error: unknown): { status: number; sentence: string } => {
      if (!(error instanceof ForbiddenAddressError)) return { status: 502, sentence: 'The site cannot be reached.' };
      refusal = error.message;
      return { status: 403, sentence: error.message };
    },
  };
}
