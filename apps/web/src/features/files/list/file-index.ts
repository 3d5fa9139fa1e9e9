import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import type { ListedFile } from '../files.queries.ts';
import type { FileSort, SortKey } from './file-sort.ts';
import { compareNames } from '../../../lib/text/text-order.ts';

/** A file with its precomputed search text and sort ranks. */
type IndexedFile = { file: ListedFile; searchText: string; ranks: Record<SortKey, number> };

type FileIndex = readonly IndexedFile[];

/** Memoizes per file, so re-indexing a list with few changes is cheap. */
export function createIndexer(): (files: readonly ListedFile[]) => FileIndex {
  const rankNames = createRanking();
  const rankUploaders = createRanking();
  const visibilityRanks = createRanking()(Object.values(visibilityNames));
  const searchTexts = new WeakMap<ListedFile, string>();
  const searchTextOf = (file: ListedFile) => {
    const text = searchTexts.get(file) ?? fold(`${file.fileName}\n${uploaderOf(file)}`);
    searchTexts.set(file, text);
    return text;
  };
  return (files) => {
    const nameRanks = rankNames(files.map(({ fileName }) => fileName));
    const uploaderRanks = rankUploaders(files.map(uploaderOf));
    return files.map((file) => ({
      file,
      searchText: searchTextOf(file),
      ranks: {
        name: nameRanks.get(file.fileName) ?? 0,
        size: file.size,
        visibility: visibilityRanks.get(visibilityNames[file.visibility]) ?? 0,
        uploader: uploaderRanks.get(uploaderOf(file)) ?? 0,
        uploaded: Date.parse(file.uploadedAt),
      },
    }));
  };
}

/** Files whose name or uploader contains every word. Ties are sorted by name, then id. */
export function findFiles(index: FileIndex, search: string, { key, order }: FileSort): ListedFile[] {
  const wantedWords = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found =
    wantedWords.length === 0
      ? index
      : index.filter(({ searchText }) => wantedWords.every((word) => searchText.includes(word)));
  const sign = order === 'asc' ? 1 : -1;
  return found
    .toSorted((a, b) => sign * (a.ranks[key] - b.ranks[key]) || a.ranks.name - b.ranks.name || byId(a, b))
    .map(({ file }) => file);
}

/** Ignores case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function uploaderOf({ uploadedBy }: ListedFile): string {
  return uploadedBy ?? '';
}

function byId(a: IndexedFile, b: IndexedFile): number {
  return a.file.fileId < b.file.fileId ? -1 : 1;
}

/**
 * Ranks each text among all it has seen. Collator comparisons are slow, so lists are sorted by these numbers instead.
 * New texts are merged into the sorted ones.
 */
function createRanking(): (texts: readonly string[]) => ReadonlyMap<string, number> {
  let sorted: readonly string[] = [];
  let ranks: ReadonlyMap<string, number> = new Map();
  return (texts) => {
    const unseen = new Set(texts.filter((text) => !ranks.has(text)));
    if (unseen.size > 0) {
      sorted = [...sorted, ...unseen].toSorted(compareNames);
      ranks = new Map(sorted.map((text, rank) => [text, rank]));
    }
    return ranks;
  };
}
