import type { FileOrder, SortKey } from './file-order.ts';
import type { ListedFile } from './files.queries.ts';
import { createRanking } from './text-ranking.ts';
import { visibilityNames } from './visibility-names.ts';

/** A file with everything that finding and sorting ask of it. */
type IndexedFile = { file: ListedFile; words: string; ranks: Record<SortKey, number> };

export type FileIndex = readonly IndexedFile[];

/** Remembers what it has worked out: a list that changed in one place costs little. */
export function createIndexer(): (files: readonly ListedFile[]) => FileIndex {
  const rankNames = createRanking();
  const rankUploaders = createRanking();
  const visibilityRanks = createRanking()(Object.values(visibilityNames));
  const known = new WeakMap<ListedFile, string>();
  const wordsOf = (file: ListedFile) => {
    const words = known.get(file) ?? fold(`${file.fileName}\n${uploaderOf(file)}`);
    known.set(file, words);
    return words;
  };
  return (files) => {
    const nameRanks = rankNames(files.map(({ fileName }) => fileName));
    const uploaderRanks = rankUploaders(files.map(uploaderOf));
    return files.map((file) => ({
      file,
      words: wordsOf(file),
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

/** Files whose name or uploader has all the words, in this order. Equals stand by name, then by id. */
export function findFiles(index: FileIndex, search: string, { sort, order }: FileOrder): ListedFile[] {
  const wanted = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = wanted.length === 0 ? index : index.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const direction = order === 'asc' ? 1 : -1;
  return found
    .toSorted((a, b) => direction * (a.ranks[sort] - b.ranks[sort]) || a.ranks.name - b.ranks.name || byId(a, b))
    .map(({ file }) => file);
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function uploaderOf({ uploadedBy }: ListedFile): string {
  return uploadedBy ?? '';
}

function byId(a: IndexedFile, b: IndexedFile): number {
  return a.file.fileId < b.file.fileId ? -1 : 1;
}
