// Vitest's reporter wants this of Node 21; without it a failing test on Node 20 shows no reason.
const map = /** @type {any} */ (Map);

map.groupBy ??= (/** @type {Iterable<any>} */ items, /** @type {(item: any, index: number) => any} */ keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};
