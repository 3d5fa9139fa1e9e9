import type { ByteWriter } from '../byte-writer.ts';

export type AseNames = { write: (writer: ByteWriter, name: string) => void; writeTable: (writer: ByteWriter) => void };

const numbered = /^(.*)_(\d{1,10})$/s;

/** Names are places in a table, the first is 1. `Wall_Stone_C_12` is a name with a number behind it. */
export function createAseNames(): AseNames {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size + 1;
    places.set(text, place);
    return place;
  };
  return {
    write: (writer, name) => {
      const [, text = name, number] = numbered.exec(name) ?? [];
      writer.int32(placeOf(text));
      writer.int32(number === undefined ? 0 : Number(number) + 1);
    },
    writeTable: (writer) => {
      writer.int32(places.size);
      for (const text of places.keys()) writer.string(text);
    },
  };
}
