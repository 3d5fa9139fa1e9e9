import { refuseField } from './discord-error.ts';

export function pageLimit(query: URLSearchParams, byDefault: number, max: number): number {
  const text = query.get('limit');
  if (text === null) return byDefault;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) {
    throw refuseField('limit', 'NUMBER_TYPE_MAX', `int value should be between 1 and ${max}.`);
  }
  return limit;
}

/** Ids are numbers beyond what a JavaScript number holds. */
export function byId(a: { id: string }, b: { id: string }): number {
  const difference = BigInt(a.id) - BigInt(b.id);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The part of an ascending list that `before`, `after` and `limit` ask for. */
export function pageOf<T extends { id: string }>(list: readonly T[], query: URLSearchParams, max: number): T[] {
  const limit = pageLimit(query, max, max);
  const [before, after] = [idIn(query, 'before'), idIn(query, 'after')];
  const ascending = [...list].toSorted(byId);
  if (before) return ascending.filter((entry) => byId(entry, { id: before }) < 0).slice(-limit);
  return ascending.filter((entry) => !after || byId(entry, { id: after }) > 0).slice(0, limit);
}

export function idIn(query: URLSearchParams, name: string): string | undefined {
  const id = query.get(name);
  if (id === null) return undefined;
  if (!/^\d{1,20}$/.test(id)) throw refuseField(name, 'NUMBER_TYPE_COERCE', `Value "${name}" is not snowflake.`);
  return id;
}
