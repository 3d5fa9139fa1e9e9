import { nameKey } from './name-key.ts';

/** A line of chat, whichever way it was read. */
export type ChatText = { name: string; survivor?: string | undefined; text: string };

/** Knows what was already taken in one way when the same lines come the other way. */
export type ChatMemory = {
  remember(line: ChatText): void;
  /** True once for each time it was remembered. */
  recognise(line: ChatText): boolean;
  /** How many of these lines come no later than the last one remembered; 0 where it is not among them. */
  countKnown(lines: readonly ChatText[]): number;
  isEmpty(): boolean;
  clear(): void;
};

const maxLines = 2_000;

export function createChatMemory(): ChatMemory {
  let keys: string[] = [];
  return {
    remember(line) {
      keys.push(chatKey(line));
      if (keys.length > maxLines) keys = keys.slice(-maxLines / 2);
    },
    recognise(line) {
      const at = keys.indexOf(chatKey(line));
      if (at >= 0) keys.splice(at, 1);
      return at >= 0;
    },
    countKnown: (lines) => overlap(keys, lines.map(chatKey)),
    isEmpty: () => keys.length === 0,
    clear: () => void (keys = []),
  };
}

/** Where the second list goes on after the end of the first, which it may hold in whole or from somewhere within. */
function overlap(earlier: readonly string[], later: readonly string[]): number {
  for (let end = later.length; end > 0; end -= 1) {
    const length = Math.min(end, earlier.length);
    const isSame = earlier.slice(-length).every((key, index) => key === later[end - length + index]);
    if (length > 0 && isSame) return end;
  }
  return 0;
}

/** RCON loses letters, and line breaks look different on each way: the beginning of a line tells enough. */
function chatKey({ name, survivor = '', text }: ChatText): string {
  const start = text.split(/[\r\n]/, 1)[0] ?? '';
  return [name, survivor, start].map((part) => nameKey(part).slice(0, 200)).join('\n');
}
