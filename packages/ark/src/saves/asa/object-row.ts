const noBytes = Buffer.alloc(0);
const noView = new DataView(new ArrayBuffer(0));

/** One row of the table of objects, valid until the next one. A value that is not a blob, or too big, is omitted. */
export class ObjectRow {
  keyBytes: Buffer = noBytes;
  keyView: DataView = noView;
  keyStart = 0;
  keyEnd = 0;
  bytes: Buffer = noBytes;
  view: DataView = noView;
  start = 0;
  end = 0;
  hasValue = false;

  get key(): Buffer {
    return this.keyBytes.subarray(this.keyStart, this.keyEnd);
  }

  get value(): Buffer | undefined {
    return this.hasValue ? this.bytes.subarray(this.start, this.end) : undefined;
  }
}
