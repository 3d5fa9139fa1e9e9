import { openAsaSave } from '@tribehall/ark/saves/asa/open-asa-save';
import { openAseSave } from '@tribehall/ark/saves/ase/open-ase-save';
import type { OpenSave } from '@tribehall/ark/saves/save-rows';
import { openFileSource, type FileSource } from './file-source.ts';
import { UnreadableSave } from './unreadable-save.ts';

const sqliteMark = Buffer.from('SQLite format 3\0', 'latin1');

/** Opens a world of either game; what it is stands in its first bytes. */
export function openWorld(file: string): OpenSave {
  const source = openFileSource(file);
  try {
    if (source.size === 0) throw new UnreadableSave('The save is empty.');
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
    rows: () => save.rows(),
    close() {
      save.close();
      source.close();
    },
  };
}

/** The agent does everything else where SQLite has no program for this system. */
function openAscended(file: string): OpenSave {
  try {
    return openAsaSave(file);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== 'MODULE_NOT_FOUND') throw error;
    const fix = 'Install the agent again where npm can fetch it.';
    throw new UnreadableSave(`Ascended saves cannot be read: the package libsql is not installed. ${fix}`, { cause });
  }
}
