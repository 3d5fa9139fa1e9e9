import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** Writes the next content after each look at the file, so that nobody sees it at rest before the last one; null: it is deleted. */
export function writeAfterEachLook(file: string, contents: readonly (string | null)[]): { remaining(): number } {
  const stat = fsPromises.stat.bind(fsPromises);
  const waiting = [...contents];
  const writeNext = () => {
    const next = waiting.shift();
    if (next === null) fs.rmSync(file);
    else if (next !== undefined) fs.writeFileSync(file, next);
  };
  const look = async (...given: Parameters<typeof stat>) => {
    try {
      return await stat(...given);
    } finally {
      if (given[0] === file) writeNext();
    }
  };
  const spy = vi.spyOn(fsPromises, 'stat').mockImplementation(look);
  onTestFinished(() => spy.mockRestore());
  return { remaining: () => waiting.length };
}
