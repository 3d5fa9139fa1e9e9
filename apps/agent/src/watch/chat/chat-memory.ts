/** A chat message, from the log or from RCON. */
export type ChatText = { name: string; survivor?: string | undefined; text: string };

/** Remembers messages taken from one source, to recognise them when they come from the other. */
export type ChatMemory = {
  remember(message: ChatText): void;
  /** Returns true once for each time the message was remembered. */
  recognise(message: ChatText): boolean;
  /** Returns how many of these messages are not newer than the last one remembered; 0 if that is not among them. */
  countKnown(messages: readonly ChatText[]): number;
  isEmpty(): boolean;
  clear(): void;
};

const maxMessages = 2_000;

export function createChatMemory(): ChatMemory {
  let keys: string[] = [];
  return {
    remember(message) {
      keys.push(chatKey(message));
      if (keys.length > maxMessages) keys = keys.slice(-maxMessages / 2);
    },
    recognise(message) {
      const at = keys.indexOf(chatKey(message));
      if (at >= 0) keys.splice(at, 1);
      return at >= 0;
    },
    countKnown: (messages) => overlap(keys, messages.map(chatKey)),
    isEmpty: () => keys.length === 0,
    clear: () => void (keys = []),
  };
}

/** Finds where the later list continues after the end of the earlier one, which it may overlap in part. */
function overlap(earlier: readonly string[], later: readonly string[]): number {
  for (let end = later.length; end > 0; end -= 1) {
    const length = Math.min(end, earlier.length);
    const isSame = earlier.slice(-length).every((key, index) => key === later[end - length + index]);
    if (length > 0 && isSame) return end;
  }
  return 0;
}

/** RCON loses letters, and line breaks differ between the sources, so only the beginning is compared. */
function chatKey({ name, survivor = '', text }: ChatText): string {
  const start = text.split(/[\r\n]/, 1)[0] ?? '';
  return [name, survivor, start].map((part) => nameKey(part).slice(0, 200)).join('\n');
}

/** Messages that this agent sent, so that their echoes in the log or chat are ignored. */
export type Echoes = {
  /** To be called before sending: the log may be faster than the reply. */
  expect(row: string): void;
  /** It was not sent after all. */
  forget(row: string): void;
  /** Returns true once for each row that was sent in the last minute. */
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

/** A name as RCON of Survival Evolved would spell it: the log preserves letters that RCON loses. */
export function nameKey(name: string): string {
  return name.replace(/[^\p{ASCII}]/gu, '?').trim();
}

/** Returns the only element; undefined if there are several. */
export function onlyOne<Element>(elements: readonly Element[]): Element | undefined {
  return elements.length === 1 ? elements[0] : undefined;
}
