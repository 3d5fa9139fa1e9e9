import type { ByteHash } from '../byte-hash.ts';
import type { ByteSource } from '../byte-reader.ts';
import { FoundProperties } from '../found-properties.ts';
import type { AseNames } from './ase-names.ts';
import type { AseObject } from './ase-objects.ts';
import { aseVocabulary, words } from './ase-words.ts';
import { type AseValue, type AseValues, PropertyWalker } from './property-walker.ts';
import { findQuickly, parseFound } from './quick-properties.ts';
import { SourceReader } from './source-reader.ts';

/** Each byte belongs to one object; broken offsets may lead over some of them again, but not without end. */
const maxPasses = 2;

/** Reads the wanted properties of objects, each within its own bytes. The list it gives is used again for the next. */
export function createPropertyReading(source: ByteSource, names: AseNames) {
  const reader = new SourceReader(source, 'properties');
  const values: AseValues = Array.from({ length: aseVocabulary.length }, () => undefined);
  const found = new FoundProperties();
  let bytesWalked = 0;
  const walk = ({ propertiesAt }: AseObject, end: number) => {
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
  };
  return {
    /** Of the object that was read last, also where its reading failed halfway. */
    values,
    /** Finds where the properties are; `hash` and `read` refer to this object. Returns false if only `read` can. */
    find({ propertiesAt }: AseObject, end: number): boolean {
      values.fill(undefined);
      const { table } = names;
      const start = table ? reader.spanOf(propertiesAt, end) : -1;
      const foundEnd =
        table && start >= 0 ? findQuickly(reader.view, start, start + end - propertiesAt, table, found) : -1;
      if (foundEnd < 0) {
        found.clear();
        return false;
      }
      bytesWalked += foundEnd - start;
      return true;
    },
    hash: (hash: ByteHash) => found.hash(hash, reader.view),
    read(object: AseObject, end: number, isFound: boolean): AseValues {
      if (isFound) parseFound(found, reader.window, reader.view, values);
      else walk(object, end);
      return values;
    },
    isOverrun: () => bytesWalked > source.size * maxPasses,
  };
}

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
