import type { ByteSource } from '../byte-source.ts';
import type { AseNames } from './ase-names.ts';
import type { AseValues } from './ase-values.ts';
import type { AseObject } from './ase-objects.ts';
import { aseVocabulary, words } from './ase-words.ts';
import { PropertyWalker } from './property-walker.ts';
import { SourceReader } from './source-reader.ts';

/** Each byte belongs to one object; broken offsets may lead over some of them again, but not without end. */
const maxPasses = 2;

/** Reads the wanted properties of objects, each within its own bytes. The list it gives is used again for the next. */
export function createPropertyReading(source: ByteSource, names: AseNames) {
  const reader = new SourceReader(source, 'properties');
  const values: AseValues = Array.from({ length: aseVocabulary.length }, () => undefined);
  let bytesWalked = 0;
  return {
    /** Of the object that was read last, also where its reading failed halfway. */
    values,
    read({ propertiesAt }: AseObject, end: number): AseValues {
      values.fill(undefined);
      reader.end = end;
      reader.moveTo(propertiesAt);
      const walker = new PropertyWalker(reader, names);
      try {
        while (walker.next()) {
          if (walker.name > words.UniqueNetIdRepl && walker.index === 0) values[walker.name] = walker.value();
        }
      } finally {
        bytesWalked += reader.at - propertiesAt;
      }
      return values;
    },
    isOverrun: () => bytesWalked > source.size * maxPasses,
  };
}
