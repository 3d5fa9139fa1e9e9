import type { ByteHash } from '../byte-hash.ts';
import { ByteReader } from '../byte-reader.ts';
import { FoundProperties } from '../found-properties.ts';
import { type AsaObject, emptyObject, itemFlag, wanted } from './asa-object.ts';
import type { ObjectRow } from './object-row.ts';
import { guidBytes, overridable, propertyFlag, PropertyWalker } from './property-walker.ts';
import type { SaveNames } from './save-header.ts';
import { createWordTable, type WordTable } from './word-table.ts';

const types = [
  'IntProperty',
  'UInt32Property',
  'DoubleProperty',
  'FloatProperty',
  'UInt16Property',
  'UInt64Property',
  'Int64Property',
  'StrProperty',
];
const vocabulary = ['None', ...types, ...wanted.keys()];
const none = 0;
const lastType = types.length;
const takes = vocabulary.map((word) => wanted.get(word));
const isTrueMark = 0x40;
/** A name, and how many parts follow. */
const typePartBytes = 12;

/** The numbers of names that are looked for on their own. */
export const quickWords = {
  structureId: vocabulary.indexOf('StructureID'),
  dinoId: vocabulary.indexOf('DinoID1'),
};

/** Reads objects of the newest version, if nothing about them is unusual: nearly all of them. */
export class QuickObjects {
  /** The id of the class and its instance. */
  classId = 0;
  classInstance = 0;
  isItem = false;
  readonly #found = new FoundProperties();
  readonly #words: WordTable;
  readonly #names: SaveNames;

  constructor(table: ReadonlyMap<number, string>, names: SaveNames) {
    this.#words = createWordTable(table, vocabulary);
    this.#names = names;
  }

  /** Finds the wanted properties; all else refers to this object. False: `readAsaObject` can read it, or say what is wrong. */
  find({ view, start, end }: ObjectRow): boolean {
    this.#found.clear();
    if (start + 16 > end) return false;
    this.classId = view.getInt32(start, true);
    this.classInstance = view.getInt32(start + 4, true);
    this.isItem = view.getInt32(start + 8, true) !== 0;
    let at = start + 16;
    for (let remaining = view.getInt32(start + 12, true); remaining !== 0; remaining -= 1) {
      if (remaining < 0 || at + 4 > end) return false;
      const length = view.getInt32(at, true);
      at += 4 + (length < 0 ? length * -2 : length);
    }
    if (at + 5 >= end) return false;
    if (view.getUint8(at + 4) & itemFlag) this.isItem = true;
    at += 5;
    if (view.getUint8(at) === 0) at += 1;
    return this.#findProperties(view, at, end);
  }

  #findProperties(view: DataView, start: number, end: number): boolean {
    const words = this.#words;
    let at = start;
    while (at + 8 <= end) {
      const name = words.at(view, at);
      if (name === none) return true;
      // The shortest property: name, type, no parts, size and flags.
      if (at + 25 > end) return false;
      const type = words.at(view, at + 8);
      let parts = view.getInt32(at + 16, true);
      at += 20;
      for (; parts > 0; parts -= 1, at += typePartBytes) {
        if (at + typePartBytes > end) return false;
        const more = view.getInt32(at + 8, true);
        if (more < 0) return false;
        parts += more;
      }
      if (parts < 0 || at + 5 > end) return false;
      const size = view.getInt32(at, true);
      const flags = view.getUint8(at + 4);
      at += 5;
      let index = 0;
      if (flags & propertyFlag.hasIndex) {
        if (at + 4 > end) return false;
        index = view.getInt32(at, true);
        at += 4;
      }
      if (flags & propertyFlag.hasGuid) at += guidBytes;
      if (flags & propertyFlag.hasExtensions) {
        if (at >= end) return false;
        at += view.getUint8(at) & overridable ? 6 : 1;
      }
      if (size < 0 || at + size > end) return false;
      if (name > lastType && index === 0) {
        const mark = flags & propertyFlag.isTrue ? isTrueMark : 0;
        if (!this.#found.add(name, (type > lastType ? 0 : type & 0x3f) | mark, at, size)) return false;
      }
      at += size;
    }
    return false;
  }

  has(word: number): boolean {
    return this.#found.find(word) >= 0;
  }

  hash(hash: ByteHash, { view }: ObjectRow): void {
    hash.word(this.isItem ? 1 : 0);
    this.#found.hash(hash, view);
  }

  /** Without the path of its class. */
  read(row: ObjectRow): AsaObject {
    const object = emptyObject('');
    object.isItem = this.isItem;
    const walker = this.#open(row);
    for (let index = 0; index < this.#found.count; index += 1) {
      this.#moveTo(walker, index);
      takes[this.#found.names[index] ?? none]?.(object, walker);
    }
    return object;
  }

  #open({ bytes, view, start, end }: ObjectRow): PropertyWalker {
    return new PropertyWalker(new ByteReader(bytes, 'object', start, end, view), this.#names, 'new');
  }

  #moveTo(walker: PropertyWalker, index: number): void {
    const { types: marks, starts, sizes } = this.#found;
    const mark = marks[index] ?? 0;
    const type = mark & 0x3f;
    const isKnown = type > none && type <= lastType;
    walker.moveTo(
      isKnown ? (vocabulary[type] ?? '') : '',
      starts[index] ?? 0,
      sizes[index] ?? 0,
      (mark & isTrueMark) !== 0,
    );
  }
}
