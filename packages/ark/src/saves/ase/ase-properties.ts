import type { ByteSource } from '../byte-reader.ts';
import type { AseNames } from './ase-names.ts';
import type { AseObject } from './ase-objects.ts';
import { aseVocabulary, words } from './ase-words.ts';
import { type AseValue, PropertyWalker } from './property-walker.ts';
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

/** The wanted properties of one object, by word. */
export type AseValues = (AseValue | undefined)[];

export function textValue(value: AseValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberValue(value: AseValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function wholeValue(value: AseValue | undefined): number | bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

type Loose<Row> = { [Key in keyof Row]: object extends Pick<Row, Key> ? Row[Key] | undefined : Row[Key] };

/** Rows have no keys without a value: they are compared as they are sent. */
export function withoutUndefined<Row extends object>(row: Loose<Row>): Row {
  const defined: Partial<Loose<Row>> = {};
  for (const key in row) if (row[key] !== undefined) defined[key] = row[key];
  return defined as Row;
}
