/** The sortable columns, each with the order a first click gives. */
export const sortColumns = {
  name: { label: 'Name', firstOrder: 'asc' },
  size: { label: 'Size', firstOrder: 'desc' },
  visibility: { label: 'Visibility', firstOrder: 'asc' },
  uploader: { label: 'Uploaded by', firstOrder: 'asc' },
  uploaded: { label: 'Uploaded at', firstOrder: 'desc' },
} as const;

export type SortKey = keyof typeof sortColumns;
export type FileSort = { key: SortKey; order: 'asc' | 'desc' };
type SortParams = { sort?: string; order?: string };

const newestFirst: FileSort = { key: 'uploaded', order: 'desc' };

/** From the URL; missing or invalid parameters give the default. */
export function readSort({ sort, order }: SortParams): FileSort {
  if (sort === undefined || !Object.hasOwn(sortColumns, sort)) return newestFirst;
  const key = sort as SortKey;
  return { key, order: order === 'asc' || order === 'desc' ? order : sortColumns[key].firstOrder };
}

/** For the URL, which omits defaults. */
export function writeSort({ key, order }: FileSort): SortParams {
  if (key === newestFirst.key && order === newestFirst.order) return {};
  return order === sortColumns[key].firstOrder ? { sort: key } : { sort: key, order };
}
