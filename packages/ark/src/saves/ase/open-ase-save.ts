import type { ByteSource } from '../byte-reader.ts';
import type { OpenSave } from '../save-rows.ts';
import { readAseHeader, type AseHeader } from './ase-header.ts';
import { inlineNames, readNameTable, tableNames, type AseNames } from './ase-names.ts';
import { readAseRows } from './ase-reading.ts';
import { aseVocabulary } from './ase-words.ts';
import { SourceReader } from './source-reader.ts';

/** Opens a world of Survival Evolved, versions 5 to 12. Frozen and hibernating creatures are skipped. */
export function openAseSave(source: ByteSource): OpenSave {
  const header = readAseHeader(new SourceReader(source, 'head of the save'));
  const names = readNames(source, header);
  return {
    head: { game: 'ase', version: header.version, map: header.map, gameTime: header.gameTime },
    rows: (known) => readAseRows({ source, header, names }, known),
    close: () => undefined,
  };
}

function readNames(source: ByteSource, { version, nameTableOffset }: AseHeader): AseNames {
  if (version === 5) return inlineNames(aseVocabulary);
  return tableNames(readNameTable(new SourceReader(source, 'table of names'), nameTableOffset), aseVocabulary);
}
