import { readFile, writeFile } from 'node:fs/promises';
import { buildWordIndex } from './word-index-builder.ts';
import { packWordIndex, unpackWordIndex, type WordIndex } from './word-index.ts';
import { readDutchWords } from './word-sources.ts';

/** Written once, by the build: building the index takes seconds, reading it a moment. */
export async function writeWordFile(file: string): Promise<void> {
  await writeFile(file, packWordIndex(buildWordIndex(readDutchWords())));
}

/** Builds the index where there is no file, as when the portal runs from its sources. */
export async function readWordFile(file: string): Promise<WordIndex> {
  const bytes = await readFile(file).catch(() => undefined);
  return (bytes && unpackWordIndex(bytes)) ?? buildWordIndex(readDutchWords());
}
