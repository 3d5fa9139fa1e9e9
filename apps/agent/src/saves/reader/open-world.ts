import { openAsaSave } from '@tribehall/ark/saves/asa/open-asa-save';
import { openAseSave } from '@tribehall/ark/saves/ase/open-ase-save';
import type { ByteSource } from '@tribehall/ark/saves/byte-reader';
import type { OpenSave } from '@tribehall/ark/saves/save-rows';
import fs from 'node:fs';
import { UnreadableSave } from '../world-save.ts';

const sqliteMark = Buffer.from('SQLite format 3\0', 'latin1');

/** Opens a world save of either game, recognised by its first bytes. */
export function openWorld(file: string): OpenSave {
  const source = openFileSource(file);
  try {
    if (source.size === 0) throw new UnreadableSave('The world save is empty.');
    if (!source.read(0, sqliteMark.length).equals(sqliteMark)) return openEvolved(source);
  } catch (error) {
    source.close();
    throw error;
  }
  source.close();
  return openAscended(file);
}

function openEvolved(source: FileSource): OpenSave {
  const save = openAseSave(source);
  return {
    head: save.head,
    rows: (known) => save.rows(known),
    close() {
      save.close();
      source.close();
    },
  };
}

/** Everything else works without SQLite, which has no binary for some systems. */
function openAscended(file: string): OpenSave {
  try {
    return openAsaSave(file);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== 'MODULE_NOT_FOUND') throw error;
    const fix = 'Reinstall the agent with access to npm.';
    throw new UnreadableSave(`Survival Ascended saves need the npm package libsql, which is not installed. ${fix}`, {
      cause,
    });
  }
}

export type FileSource = ByteSource & { close(): void };

/** Reads a file in parts. */
export function openFileSource(file: string): FileSource {
  const handle = fs.openSync(file, 'r');
  const { size } = fs.fstatSync(handle);
  return {
    size,
    read(offset, length, spent) {
      const count = Math.max(0, Math.min(length, size - offset));
      const bytes = spent && spent.length >= count ? spent.subarray(0, count) : Buffer.allocUnsafeSlow(count);
      let filled = 0;
      while (filled < bytes.length) {
        const count = fs.readSync(handle, bytes, filled, bytes.length - filled, offset + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
    close: () => fs.closeSync(handle),
  };
}
