import { useEffect, useRef, useState } from 'react';
import type { Reach } from '@tribehall/contract';
import { api } from '../../../lib/api/api.ts';
import { toListQuery, type SanctionFilters } from '../sanction-filters.ts';
import type { ListedSanction } from '../sanctions.queries.ts';
import type { FileBan, FileProblem } from './ban-file.ts';

/** The portal's limits. */
const exportedPerPage = 1000;
const importedPerCall = 200;

export type Progress = { done: number; total: number };
export type ImportResult = { added: number; known: number; refused: FileProblem[] };

type Watch = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** All sanctions that match, page by page. */
export async function fetchAll(filters: SanctionFilters, { signal, onProgress }: Watch): Promise<ListedSanction[]> {
  const query = { ...toListQuery(filters), limit: exportedPerPage };
  const all: ListedSanction[] = [];
  let next: string | null | undefined;
  do {
    const page = await api('GET /ark/sanctions', { query: { ...query, ...(next && { before: next }) }, signal });
    all.push(...page.sanctions);
    onProgress({ done: all.length, total: Math.max(page.total, all.length) });
    ({ next } = page);
  } while (next !== null);
  return all;
}

/** In parts, one after the other. If one fails, what was added before it is in `onResult`. */
export async function importAll(
  bans: readonly FileBan[],
  reach: Reach,
  { signal, onProgress, onResult }: Watch & { onResult: (result: ImportResult) => void },
): Promise<void> {
  let result: ImportResult = { added: 0, known: 0, refused: [] };
  for (let start = 0; start < bans.length; start += importedPerCall) {
    signal.throwIfAborted();
    const part = bans.slice(start, start + importedPerCall);
    const rows = part.map(({ line: _, ...ban }) => ban);
    // Not cut off half-way: whether a part was added must be known.
    const { added, known, refused } = await api('POST /ark/sanctions/import', { body: { reach, bans: rows } });
    const problems = refused.map(({ row, message }) => ({ line: part[row]?.line ?? 0, message }));
    result = {
      added: result.added + added,
      known: result.known + known,
      refused: [...result.refused, ...problems],
    };
    onResult(result);
    onProgress({ done: Math.min(start + part.length, bans.length), total: bans.length });
  }
}

type Transfer = {
  progress: Progress | undefined;
  error: unknown;
  isCancelled: boolean;
  start: (work: (watch: Watch) => Promise<void>) => void;
  cancel: () => void;
};

/** A piece of work with progress that can be cancelled, and is when its dialog is closed. */
export function useTransfer(): Transfer {
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = (work: (watch: Watch) => Promise<void>) => {
    const abort = new AbortController();
    controller.current = abort;
    setError(null);
    setIsCancelled(false);
    setProgress({ done: 0, total: 0 });
    work({ signal: abort.signal, onProgress: setProgress })
      .catch((failure: unknown) => {
        if (abort.signal.aborted) setIsCancelled(true);
        else setError(failure);
      })
      .finally(() => setProgress(undefined));
  };
  return { progress, error, isCancelled, start, cancel: () => controller.current?.abort() };
}
