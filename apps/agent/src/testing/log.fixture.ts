import type { Log } from '../log/agent-log.ts';

export type TestLog = Log & { sentences: string[] };

/** Records log messages with their levels. */
export function createTestLog(): TestLog {
  const sentences: string[] = [];
  const write = (level: string) => (sentence: string) => void sentences.push(`${level} ${sentence}`);
  return { sentences, info: write('info'), warn: write('warn'), error: write('error'), showCode: write('code') };
}
