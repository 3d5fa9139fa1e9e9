import type { ReplyInput } from '@tribehall/contract';
import { visibleText } from '../../lib/text/visible-text.ts';

export type LogSource = ReplyInput<'GET /logs/sources'>[number];

export function hostChoices(sources: readonly LogSource[]): [string, string][] {
  return sources.map(({ host, label }) => [host, visibleText(label)]);
}

/** The parts of one host, or of all. */
export function keyChoices(sources: readonly LogSource[], host: string | undefined): [string, string][] {
  const own = host === undefined ? sources : sources.filter((source) => source.host === host);
  const keys = new Set(own.flatMap(({ keys }) => keys));
  return [...keys].toSorted().map((key) => [key, visibleText(key)]);
}
