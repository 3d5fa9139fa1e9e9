import type { ByteWriter } from '../byte-writer.ts';

export type AseNames = { write: (writer: ByteWriter, name: string) => void; writeTable: (writer: ByteWriter) => void };

const numbered = /^(.*)_(\d{1,10})$/s;

/** Names are indexes into a table, starting at 1. `Wall_Stone_C_12` is a name with a number suffix. */
export function createAseNames(): AseNames {
  const indexes = new Map<string, number>();
  const indexOf = (text: string) => {
    const index = indexes.get(text) ?? indexes.size + 1;
    indexes.set(text, index);
    return index;
  };
  return {
    write: (writer, name) => {
      const [, text = name, number] = numbered.exec(name) ?? [];
      writer.int32(indexOf(text));
      writer.int32(number === undefined ? 0 : Number(number) + 1);
    },
    writeTable: (writer) => {
      writer.int32(indexes.size);
      for (const text of indexes.keys()) writer.string(text);
    },
  };
}
