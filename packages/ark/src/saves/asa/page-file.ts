import fs from 'node:fs';
import { viewOf } from '../byte-reader.ts';

const magic = Buffer.from('SQLite format 3\0', 'latin1');
const headerBytes = 100;
/** The oldest format for reading and writing; the other one has more files. */
const rollbackJournal = 1;
const windowBytes = 256 * 1024;
/** Where pages are not in sequence, less is read at once. */
const jumpBytes = 32 * 1024;

/** The pages of a SQLite file, read through a window. */
export class PageFile {
  readonly pageSize: number;
  /** Without what extensions reserve at the end of each page. */
  readonly usableSize: number;
  readonly pageCount: number;
  #handle: number | undefined;
  /** The bytes in memory. Others replace them with the next page that is not among them. */
  window: Buffer = Buffer.allocUnsafeSlow(windowBytes);
  view: DataView = viewOf(this.window);
  #start = 0;
  #end = 0;

  private constructor(handle: number, header: Buffer, size: number) {
    this.#handle = handle;
    const pageSize = header.readUInt16BE(16);
    this.pageSize = pageSize === 1 ? 65_536 : pageSize;
    this.usableSize = this.pageSize - header.readUInt8(20);
    this.pageCount = Math.floor(size / this.pageSize);
  }

  /** Returns undefined for a file that SQLite itself should look at. */
  static open(file: string): PageFile | undefined {
    const handle = fs.openSync(file, 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      const isRead = fs.readSync(handle, header, 0, headerBytes, 0) === headerBytes;
      const isPlain = header[18] === rollbackJournal && header[19] === rollbackJournal;
      if (isRead && isPlain && header.subarray(0, magic.length).equals(magic)) {
        const pages = new PageFile(handle, header, fs.fstatSync(handle).size);
        const isPower = pages.pageSize >= 512 && (pages.pageSize & (pages.pageSize - 1)) === 0;
        if (isPower && pages.usableSize >= 480) return pages;
      }
    } catch (error) {
      fs.closeSync(handle);
      throw error;
    }
    fs.closeSync(handle);
    return undefined;
  }

  close(): void {
    if (this.#handle !== undefined) fs.closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** Where this page begins in the window; -1 if the file has no such page. */
  offsetOf(page: number): number {
    if (!(page >= 1 && page <= this.pageCount)) return -1;
    const at = (page - 1) * this.pageSize;
    if ((at < this.#start || at + this.pageSize > this.#end) && !this.#load(at)) return -1;
    return at - this.#start;
  }

  #load(at: number): boolean {
    const isNext = at >= this.#start && at - this.#end <= windowBytes;
    const wanted = Math.max(this.pageSize, isNext ? windowBytes : jumpBytes);
    let filled = 0;
    while (filled < wanted && this.#handle !== undefined) {
      const count = fs.readSync(this.#handle, this.window, filled, wanted - filled, at + filled);
      if (count === 0) break;
      filled += count;
    }
    this.#start = at;
    this.#end = at + filled;
    return filled >= this.pageSize;
  }
}
