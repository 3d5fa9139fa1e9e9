import { SaveError } from '../save-error.ts';
import type { OpenSave } from '../save-rows.ts';
import { readAsaRows } from './asa-rows.ts';
import { openSaveDatabase, type SaveDatabase } from './save-database.ts';
import { readSaveHeader, type SaveHeader } from './save-header.ts';

/** Opens a world of Survival Ascended. All errors are `SaveError`s, which name the location. */
export function openAsaSave(file: string): OpenSave {
  const database = openSaveDatabase(file);
  try {
    const header = readHeader(database);
    const { version, map, gameTime } = header;
    return {
      head: { game: 'asa', version, map, gameTime },
      rows: (known) => readAsaRows(database, header, known),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function readHeader(database: SaveDatabase): SaveHeader {
  const bytes = database.custom('SaveHeader');
  if (!bytes) throw new SaveError('SaveHeader', 'it is missing');
  return readSaveHeader(bytes);
}
