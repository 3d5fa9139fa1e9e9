/** A file with the directories it was found in: `maps/island.png`. */
export type ChosenFile = { file: File; path: string };

/** Chosen, but not uploaded. */
export type Skipped = {
  /** Files that operating systems drop into every folder. */
  systemFiles: string[];
  emptyDirectories: string[];
  unreadable: string[];
};

export type Chosen = { files: ChosenFile[] } & Skipped;

const systemNames = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

/** From a file input. It lists the files in a directory, but no empty directories. */
export function chosenFromInput(list: Iterable<File>): Chosen {
  const chosen = nothingChosen();
  for (const file of list) add(chosen, file, file.webkitRelativePath || file.name);
  return chosen;
}

/** Takes the entries synchronously: the browser empties a DataTransfer when the event handler returns. */
export function droppedEntries({ items, files }: DataTransfer): () => Promise<Chosen> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = [...files];
  return () => (entries.length > 0 ? walk(entries) : Promise.resolve(chosenFromInput(plain)));
}

async function walk(entries: FileSystemEntry[]): Promise<Chosen> {
  const chosen = nothingChosen();
  await walkEntries(chosen, entries);
  return chosen;
}

/** In directory order, one directory at a time. */
async function walkEntries(chosen: Chosen, entries: FileSystemEntry[]): Promise<void> {
  const found = await Promise.allSettled(entries.map(async (entry) => (isFile(entry) ? fileOf(entry) : undefined)));
  for (const [index, entry] of entries.entries()) {
    const result = found[index];
    const path = entry.fullPath.replace(/^\/+/, '');
    if (isDirectory(entry)) await walkDirectory(chosen, entry, path);
    else if (result?.status === 'fulfilled' && result.value !== undefined) add(chosen, result.value, path);
    else chosen.unreadable.push(path);
  }
}

async function walkDirectory(chosen: Chosen, directory: FileSystemDirectoryEntry, path: string): Promise<void> {
  try {
    const entries = await readAll(directory);
    const isEmpty = entries.every((entry) => isFile(entry) && isSystemFile(entry.name));
    if (isEmpty) chosen.emptyDirectories.push(path);
    await walkEntries(chosen, entries);
  } catch {
    chosen.unreadable.push(path);
  }
}

/** `readEntries` returns a batch at a time; an empty batch is the end. */
async function readAll(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return entries;
    entries.push(...batch);
  }
}

function add(chosen: Chosen, file: File, path: string): void {
  if (isSystemFile(file.name)) chosen.systemFiles.push(path);
  else chosen.files.push({ file, path });
}

function isSystemFile(name: string): boolean {
  return systemNames.has(name.toLowerCase());
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function nothingChosen(): Chosen {
  return { files: [], systemFiles: [], emptyDirectories: [], unreadable: [] };
}
