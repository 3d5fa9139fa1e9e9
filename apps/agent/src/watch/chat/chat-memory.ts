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

/** What this agent said in the game, so that it is not taken for news when the game repeats it. */
export type Echoes = {
  /** Before it is sent: the log may be faster than the answer. */
  expect(row: string): void;
  /** It was not sent after all. */
  forget(row: string): void;
  /** True once for each row that was said in the last minute. */
  isEcho(text: string): boolean;
};

const maxAgeMs = 60_000;
const maxRows = 1_000;

export function createEchoes(now: () => number = () => performance.now()): Echoes {
  let rows: { key: string; at: number }[] = [];
  const take = (text: string) => {
    rows = rows.filter(({ at }) => now() - at <= maxAgeMs).slice(-maxRows);
    const index = rows.findIndex(({ key }) => key === echoKey(text));
    if (index >= 0) rows.splice(index, 1);
    return index >= 0;
  };
  return {
    expect: (row) => void rows.push({ key: echoKey(row), at: now() }),
    forget: (row) => void take(row),
    isEcho: take,
  };
}

function echoKey(text: string): string {
  return nameKey(text).replace(/\s+/g, ' ');
}

/** A name as RCON of Survival Evolved would spell it: the log keeps letters that RCON loses. */
export function nameKey(name: string): string {
  return name.replace(/[^\p{ASCII}]/gu, '?').trim();
}

/** The one element that fits; none where several do. */
export function onlyOne<Element>(elements: readonly Element[]): Element | undefined {
  return elements.length === 1 ? elements[0] : undefined;
}
