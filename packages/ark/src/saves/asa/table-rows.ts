import { viewOf } from '../byte-reader.ts';
import type { ObjectRow } from './object-row.ts';
import type { PageFile } from './page-file.ts';

const interiorPage = 0x05;
const leafPage = 0x0d;
const firstPageHeader = 100;
const maxDepth = 12;
const firstBlobType = 12;
/** Bytes of the numbers that a serial type stands for. */
const numberBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

export type TableLimits = { maxKeyBytes: number; maxValueBytes: number };

/**
 * Walks the pages of a table with two columns, key and value, in the sequence of their row ids. SQLite would copy each value
 * three times. The format is fixed: https://www.sqlite.org/fileformat2.html. Ends where something is not as expected: SQLite
 * goes on behind `lastRowId`, and says what is wrong.
 */
export class TableRows {
  lastRowId = -Infinity;
  readonly #pages: PageFile;
  readonly #limits: TableLimits;
  /** The numbers of the pages to visit, the next one last. */
  readonly #next: { page: number; depth: number }[] = [];
  #visited = 0;
  #leaf = 0;
  #cell = 0;
  #cellCount = 0;
  /** Of the variable-length number that was read last. */
  #varintEnd = 0;
  #payloadAt = 0;

  constructor(pages: PageFile, rootPage: number, limits: TableLimits) {
    this.#pages = pages;
    this.#limits = limits;
    this.#next.push({ page: rootPage, depth: 0 });
  }

  /** Returns false at the end, or `undefined` if SQLite has to go on. */
  next(row: ObjectRow): boolean | undefined {
    while (this.#cell >= this.#cellCount) {
      const visit = this.#next.pop();
      if (!visit) return false;
      if (!this.#open(visit.page, visit.depth)) return undefined;
    }
    if (!this.#readCell(row)) return undefined;
    this.#cell += 1;
    return true;
  }

  #open(page: number, depth: number): boolean {
    this.#visited += 1;
    const offset = this.#pages.offsetOf(page);
    // Each page is part of one table, once.
    if (offset < 0 || depth > maxDepth || this.#visited > this.#pages.pageCount) return false;
    const { view } = this.#pages;
    const head = offset + (page === 1 ? firstPageHeader : 0);
    const type = view.getUint8(head);
    const count = view.getUint16(head + 3);
    const pageEnd = offset + this.#pages.usableSize;
    if (type === leafPage && head + 8 + count * 2 <= pageEnd) {
      this.#leaf = page;
      this.#cell = 0;
      this.#cellCount = count;
      return true;
    }
    if (type !== interiorPage || head + 12 + count * 2 > pageEnd) return false;
    this.#next.push({ page: view.getUint32(head + 8), depth: depth + 1 });
    for (let cell = count - 1; cell >= 0; cell -= 1) {
      const at = offset + view.getUint16(head + 12 + cell * 2);
      if (at + 4 > pageEnd) return false;
      this.#next.push({ page: view.getUint32(at), depth: depth + 1 });
    }
    return true;
  }

  #readCell(row: ObjectRow): boolean {
    const offset = this.#pages.offsetOf(this.#leaf);
    if (offset < 0) return false;
    const { view } = this.#pages;
    const head = offset + (this.#leaf === 1 ? firstPageHeader : 0);
    const pageEnd = offset + this.#pages.usableSize;
    const at = offset + view.getUint16(head + 8 + this.#cell * 2);
    const size = this.#varint(view, at, pageEnd);
    const rowId = this.#varint(view, this.#varintEnd, pageEnd);
    // Cyclic pages would be read for ever.
    if (size < 0 || rowId < 0 || !(rowId > this.lastRowId)) return false;
    this.#payloadAt = this.#varintEnd;
    const isRead = this.#isLocal(size)
      ? this.#payloadAt + size <= pageEnd && this.#readRecord(row, this.#pages.window, view, this.#payloadAt, size)
      : this.#readOverflow(row, size, pageEnd);
    if (isRead) this.lastRowId = rowId;
    return isRead;
  }

  #isLocal(size: number): boolean {
    return size <= this.#pages.usableSize - 35;
  }

  /** A long record continues on other pages. */
  #readOverflow(row: ObjectRow, size: number, pageEnd: number): boolean {
    const { usableSize } = this.#pages;
    if (size > this.#limits.maxValueBytes + usableSize || size > this.#pages.pageCount * usableSize) return false;
    const least = Math.floor(((usableSize - 12) * 32) / 255) - 23;
    const most = least + ((size - least) % (usableSize - 4));
    const localSize = most <= usableSize - 35 ? most : least;
    const localEnd = this.#payloadAt + localSize;
    if (localEnd + 4 > pageEnd) return false;
    const payload = Buffer.allocUnsafeSlow(size);
    this.#pages.window.copy(payload, 0, this.#payloadAt, localEnd);
    let page = this.#pages.view.getUint32(localEnd);
    for (let filled = localSize; filled < size;) {
      const offset = this.#pages.offsetOf(page);
      if (offset < 0) return false;
      const count = Math.min(usableSize - 4, size - filled);
      this.#pages.window.copy(payload, filled, offset + 4, offset + 4 + count);
      page = this.#pages.view.getUint32(offset);
      filled += count;
    }
    return this.#readRecord(row, payload, viewOf(payload), 0, size);
  }

  #readRecord(row: ObjectRow, bytes: Buffer, view: DataView, start: number, size: number): boolean {
    const end = start + size;
    const headSize = this.#varint(view, start, end);
    const keyType = this.#varint(view, this.#varintEnd, end);
    const valueType = this.#varint(view, this.#varintEnd, end);
    // A record without a value stands for the default of the column.
    if (keyType < 0 || valueType < 0 || this.#varintEnd > start + headSize || start + headSize > end) return false;
    const keyStart = start + headSize;
    const keySize = sizeOf(keyType);
    const valueSize = sizeOf(valueType);
    if (!(keyStart + keySize + valueSize <= end)) return false;
    const hasKey = isBlob(keyType) && keySize <= this.#limits.maxKeyBytes;
    row.keyBytes = bytes;
    row.keyView = view;
    row.keyStart = keyStart;
    row.keyEnd = hasKey ? keyStart + keySize : keyStart;
    row.bytes = bytes;
    row.view = view;
    row.start = keyStart + keySize;
    row.end = row.start + valueSize;
    row.hasValue = isBlob(valueType) && valueSize <= this.#limits.maxValueBytes;
    return true;
  }

  /** Up to 53 bits; -1 for more, and for one that ends outside. */
  #varint(view: DataView, start: number, end: number): number {
    let value = 0;
    for (let at = start; at < end && at < start + 8; at += 1) {
      const byte = view.getUint8(at);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) {
        this.#varintEnd = at + 1;
        return value <= Number.MAX_SAFE_INTEGER ? value : -1;
      }
    }
    this.#varintEnd = end;
    return -1;
  }
}

function isBlob(type: number): boolean {
  return type >= firstBlobType && type % 2 === 0;
}

function sizeOf(type: number): number {
  return type >= firstBlobType ? Math.floor((type - firstBlobType) / 2) : (numberBytes[type] ?? Number.NaN);
}
