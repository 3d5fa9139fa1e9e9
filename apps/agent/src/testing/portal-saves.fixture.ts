import { saveBegin, saveEnd, saveFailed, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import * as z from 'zod';

type Begin = z.output<typeof saveBegin.params>;
type Rows = z.output<typeof saveRows.params>;
type StoredRow = { json: string; revision: string };

/** Stores world saves as the real portal does: rows as they arrive, the result when a save has ended. */
export function createPortalSaves() {
  const structures = new Map<string, StoredRow>();
  const tribes = new Map<number, StoredRow>();
  const survivors = new Map<string, StoredRow>();
  const classes = new Map<string, StoredRow>();
  const ground = new Map<string, StoredRow>();
  const state = {
    revision: undefined as string | undefined,
    /** Undefined: a portal of an older version. */
    takesGround: undefined as true | undefined,
    begins: [] as Begin[],
    batches: [] as Rows[],
    ends: [] as z.output<typeof saveEnd.params>[],
    failures: [] as z.output<typeof saveFailed.params>[],
  };
  let current: (Begin & { hasBase: boolean }) | undefined;
  const begin = (params: Begin) => {
    state.begins.push(params);
    current = { ...params, hasBase: params.base !== null && params.base === state.revision };
    return { hasBase: current.hasBase, takesGround: state.takesGround };
  };
  const take = <Id, Row>(known: Map<Id, StoredRow>, rows: Row[], idOf: (row: Row) => Id, gone: Id[] = []) => {
    for (const row of rows) known.set(idOf(row), { json: JSON.stringify(row), revision: current?.revision ?? '' });
    for (const id of gone) known.delete(id);
  };
  const rows = (params: Rows) => {
    if (!current) throw new Error('No save has begun.');
    state.batches.push(params);
    const { gone } = params;
    take(structures, params.structures, ({ id }) => id, gone?.structures);
    take(tribes, params.tribes, ({ id }) => id, gone?.tribes);
    take(survivors, params.survivors, ({ arkId }) => arkId, gone?.survivors);
    take(classes, params.classes, ({ className }) => className);
    take(ground, params.ground, ({ x, y }) => `${x},${y}`);
    return {};
  };
  const end = (params: z.output<typeof saveEnd.params>) => {
    if (!current) throw new Error('No save has begun.');
    state.ends.push(params);
    const { hasBase, revision } = current;
    for (const known of [structures, tribes, survivors, classes] as Map<unknown, StoredRow>[]) {
      for (const [id, row] of known) if (!hasBase && row.revision !== revision) known.delete(id);
    }
    state.revision = revision;
    current = undefined;
    return {};
  };
  const fail = (params: z.output<typeof saveFailed.params>) => {
    state.failures.push(params);
    current = undefined;
    return {};
  };
  const methods: Record<string, (params: unknown) => unknown> = {
    [saveBegin.method]: (params) => begin(z.decode(saveBegin.params, params as never)),
    [saveRows.method]: (params) => rows(z.decode(saveRows.params, params as never)),
    [saveEnd.method]: (params) => end(z.decode(saveEnd.params, params as never)),
    [saveFailed.method]: (params) => fail(z.decode(saveFailed.params, params as never)),
  };
  return Object.assign(state, {
    structures,
    tribes,
    survivors,
    classes,
    ground,
    knows: (method: string) => method in methods,
    handle: (method: string, params: unknown) => methods[method]?.(params),
    /** Rows of any kind that came since this batch. */
    rowsSince: (batch: number) =>
      state.batches
        .slice(batch)
        .map(({ structures: built, tribes: groups, survivors: people, classes: kinds, gone }) => ({
          structures: built.map(({ id }) => id),
          tribes: groups.map(({ id }) => id),
          survivors: people.map(({ arkId }) => arkId),
          classes: kinds.map(({ className }) => className),
          gone,
        })),
  });
}
