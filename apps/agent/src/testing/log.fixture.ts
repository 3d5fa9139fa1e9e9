import type { Log } from '../log/agent-log.ts';

export type TestLog = Log & { sentences: string[] };

/** Keeps what was said, with its level. */
export function createTestLog(): TestLog {
  const sentences: string[] = [];
  const write = (level: string) => (sentence: string) => void sentences.push(`${level} ${sentence}`);
  return { sentences, info: write('info'), warn: write('warn'), error: write('error'), showCode: write('code') };
}
