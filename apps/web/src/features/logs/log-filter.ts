import type { PartInput } from '@tribehall/contract';
import { readTime } from '../../lib/text/format.ts';
import { timeRanges } from '../../lib/text/time-range.ts';
import { isLevel, type LogLevel } from './log-levels.ts';
import type { LogParams } from './log-params.ts';

/** Moving time windows; `yesterday` is a day of the reader's calendar, `own` has fixed times. */
export const rangeNames = {
  '5m': '5 min',
  '1h': timeRanges['1h'].short,
  '24h': timeRanges['24h'].short,
  yesterday: 'Yesterday',
  '7d': timeRanges['7d'].short,
  own: 'Custom',
} as const;
export type LogRange = keyof typeof rangeNames;

export type LogFilter = {
  host: string | undefined;
  key: string | undefined;
  /** This level and above. */
  level: LogLevel | undefined;
  range: LogRange;
  after: string | undefined;
  before: string | undefined;
  /** The time jumped to. */
  at: string | undefined;
  search: string;
  isPattern: boolean;
};

export type LogQuery = NonNullable<PartInput<'GET /logs/entries', 'query'>>;

export const defaultFilter: LogFilter = {
  host: undefined,
  key: undefined,
  level: undefined,
  range: '5m',
  after: undefined,
  before: undefined,
  at: undefined,
  search: '',
  isPattern: false,
};

/** From the URL; invalid parameters count as missing. */
export function readFilter(params: LogParams): LogFilter {
  const after = readTime(params.after);
  const before = readTime(params.before);
  const isOwn = params.range === 'own' || after !== undefined || before !== undefined;
  return {
    host: params.host || undefined,
    key: params.key || undefined,
    level: isLevel(params.level) ? params.level : undefined,
    range: isOwn ? 'own' : isRange(params.range) ? params.range : '5m',
    after,
    before,
    at: isOwn ? readTime(params.at) : undefined,
    search: params.search ?? '',
    isPattern: params.pattern === 'true',
  };
}

/** For the URL, where empty parameters are omitted. */
export function writeFilter(filter: LogFilter): LogParams {
  const isOwn = filter.range === 'own';
  const hasTimes = filter.after !== undefined || filter.before !== undefined;
  return {
    host: filter.host ?? '',
    key: filter.key ?? '',
    level: filter.level ?? '',
    range: filter.range === '5m' || (isOwn && hasTimes) ? '' : filter.range,
    after: (isOwn && filter.after) || '',
    before: (isOwn && filter.before) || '',
    at: (isOwn && filter.at) || '',
    search: filter.search,
    pattern: filter.isPattern ? 'true' : '',
  };
}

/** The API query. Without times the server uses its default window and its own clock. */
export function queryOf(filter: LogFilter, now: number): LogQuery {
  const { host, key, level, search, isPattern } = filter;
  return {
    ...(host !== undefined && { host }),
    ...(key !== undefined && { key }),
    ...(level !== undefined && { level }),
    ...(search !== '' && { search, ...(isPattern && { isPattern: 'true' }) }),
    ...windowOf(filter, now),
  };
}

function windowOf({ range, after, before }: LogFilter, now: number): Pick<LogQuery, 'after' | 'before'> {
  if (range === '5m') return {};
  if (range === 'yesterday') return yesterday(now);
  if (range !== 'own') return { after: new Date(now - timeRanges[range].ms).toISOString() };
  if (after === undefined && before === undefined) return {};
  return { after: after ?? new Date(0).toISOString(), ...(before !== undefined && { before }) };
}

/** From midnight to midnight, also where a day does not have 24 hours. */
function yesterday(now: number): { after: string; before: string } {
  const midnight = (daysAgo: number) => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() - daysAgo);
    return day.toISOString();
  };
  return { after: midnight(1), before: midnight(0) };
}

/** Whether the change adds no history entry: continued typing does not. */
export function isSameStep(before: LogFilter, after: LogFilter): boolean {
  const { search: searchBefore, ...restBefore } = before;
  const { search: searchAfter, ...restAfter } = after;
  const isSameRest = JSON.stringify(restBefore) === JSON.stringify(restAfter);
  return isSameRest && (searchBefore === searchAfter || (searchBefore !== '' && searchAfter !== ''));
}

/** Only a window that includes now can be followed. */
export function reachesNow({ range, before }: LogFilter, now = Date.now()): boolean {
  if (range === 'yesterday') return false;
  return before === undefined || Date.parse(before) > now;
}

/** How many of the filters are in use, without the search. */
export function countFilters({ host, key, level, range }: LogFilter): number {
  return [host, key, level].filter((value) => value !== undefined).length + (range === defaultFilter.range ? 0 : 1);
}

/** Whether anything besides the time window is filtered. */
export function isFiltered({ host, key, level, search }: LogFilter): boolean {
  return host !== undefined || key !== undefined || level !== undefined || search !== '';
}

function isRange(text: string | undefined): text is LogRange {
  return text !== undefined && Object.hasOwn(rangeNames, text);
}
