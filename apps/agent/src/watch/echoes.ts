import { nameKey } from './name-key.ts';

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
