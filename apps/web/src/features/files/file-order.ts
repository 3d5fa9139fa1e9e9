/** What the list can be sorted by, and which way round first. */
export const sortings = {
  name: { label: 'Name', first: 'asc' },
  size: { label: 'Size', first: 'desc' },
  visibility: { label: 'Visibility', first: 'asc' },
  uploader: { label: 'Uploaded by', first: 'asc' },
  uploaded: { label: 'Uploaded at', first: 'desc' },
} as const;

export type SortKey = keyof typeof sortings;
export type FileOrder = { sort: SortKey; order: 'asc' | 'desc' };

/** Newest first. */
const usual: FileOrder = { sort: 'uploaded', order: 'desc' };

/** As the address says it; what it does not say, or says wrongly, is as usual. */
export function readOrder({ sort, order }: { sort?: string; order?: string }): FileOrder {
  if (sort === undefined || !Object.hasOwn(sortings, sort)) return usual;
  const key = sort as SortKey;
  return { sort: key, order: order === 'asc' || order === 'desc' ? order : sortings[key].first };
}

/** For the address, which is silent about the usual order. */
export function writeOrder({ sort, order }: FileOrder): { sort?: string; order?: string } {
  if (sort === usual.sort && order === usual.order) return {};
  return order === sortings[sort].first ? { sort } : { sort, order };
}

/** A column that is sorted by already is turned around. */
export function nextOrder(current: FileOrder, sort: SortKey): FileOrder {
  if (current.sort !== sort) return { sort, order: sortings[sort].first };
  return { sort, order: current.order === 'asc' ? 'desc' : 'asc' };
}
