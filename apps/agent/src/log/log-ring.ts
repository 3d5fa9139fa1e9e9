import type { Redactor } from '@tribehall/common/redactor';
import { agentLimits, type agentLogKeys } from '@tribehall/contract/agent/agent.contract';
import { logLimits, type LogLevel } from '@tribehall/contract/logs.contract';
import { cleanText } from '../clean-text.ts';

export type LogKey = (typeof agentLogKeys)[number];
export type LogLine = { at: Date; key: LogKey; level: LogLevel; text: string };

/** Log lines to send, as JSON of the contract, and their number. */
export type LogBatch = { json: string; count: number };

const defaultLimits = { lines: 5_000, bytes: 2 * 1024 * 1024 };
/** Far below the frame limit: an event must not wait long behind it. */
const maxBatchBytes = 128 * 1024;

export type LogRing = ReturnType<typeof createLogRing>;

/** A ring buffer of one server's newest log lines, until they are sent. Dropped lines are counted. */
export function createLogRing(redactor: Pick<Redactor, 'redact'>, limits = defaultLimits) {
  let lines: { json: string; bytes: number }[] = [];
  let head = 0;
  let bytes = 0;
  let skipped = 0;
  const shift = () => {
    const line = lines[head];
    if (!line) return undefined;
    head += 1;
    bytes -= line.bytes;
    if (head * 2 > lines.length) {
      lines = lines.slice(head);
      head = 0;
    }
    return line;
  };
  return {
    add({ at, key, level, text }: LogLine): void {
      const clean = cleanText(redactor.redact(text.slice(0, logLimits.maxLineLength * 4)), logLimits.maxLineLength);
      if (clean === '') return;
      const json = JSON.stringify({ at: at.toISOString(), key, level, text: clean });
      const line = { json, bytes: Buffer.byteLength(json) + 1 };
      lines.push(line);
      bytes += line.bytes;
      while (lines.length - head > limits.lines || bytes > limits.bytes) {
        shift();
        skipped += 1;
      }
    },
    /** Counts lines that did not arrive, or may not have. */
    skip(count: number): void {
      skipped += count;
    },
    /** Removes the oldest lines that fit into one message; undefined if there is nothing to send. */
    take(): LogBatch | undefined {
      const taken: string[] = [];
      let remaining = maxBatchBytes;
      for (let next = lines[head]; next && taken.length < agentLimits.maxLogLinesPerBatch; next = lines[head]) {
        if (next.bytes > remaining && taken.length > 0) break;
        remaining -= next.bytes;
        taken.push(next.json);
        shift();
      }
      if (taken.length === 0 && skipped === 0) return undefined;
      const batch = { json: `{"lines":[${taken.join(',')}],"skipped":${skipped}}`, count: taken.length + skipped };
      skipped = 0;
      return batch;
    },
  };
}
