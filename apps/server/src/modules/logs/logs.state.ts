import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import { lazy } from '../../platform/lazy.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';
import { createLogBuffer, type LogBuffer } from './intake/log-buffer.ts';
import { createPortalRedactor } from './intake/portal-secrets.ts';
import type { Span } from '../../db/partitions/partition-span.ts';

export type LogsState = {
  /** Entries of this process that are not written yet. */
  buffer: LogBuffer;
  /** Reads the secrets of the portal on first use: the log opens before the rest of the data folder. */
  redactor: () => (text: string) => string;
  hostname: () => string;
  writer: {
    running: Promise<void> | undefined;
    isFailing: boolean;
    notBeforeMs: number;
    /** Of the partitions that existed when they were last listed. */
    spans: Span[];
    /** When each source was last stored, and with which label. */
    sources: Map<string, { label: string; atMs: number }>;
  };
  /** A search keeps a core of the database busy: few run at once, so that the database serves everyone else, too. */
  searches: Semaphore;
  /** Time limit for a search. */
  replyWithinMs: number;
  /** How many long windows are being read. */
  openReads: number;
  hasWarnedOfMissingExtension: boolean;
};

export function createLogsState(config: Config): LogsState {
  return {
    buffer: createLogBuffer(),
    redactor: lazy(() => createPortalRedactor(config)),
    hostname: lazy(hostname),
    writer: { running: undefined, isFailing: false, notBeforeMs: 0, spans: [], sources: new Map() },
    searches: createSemaphore({ parallel: 2, waiting: 6 }),
    replyWithinMs: 1_900,
    openReads: 0,
    hasWarnedOfMissingExtension: false,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    logs: LogsState;
  }
}
