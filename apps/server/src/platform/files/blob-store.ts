import type { ByteSource } from './byte-source.ts';

/** A part that is being received, and when it was last written to. */
export type Part = { name: string; changedAt: Date };

/** The store cannot be reached, or another one is in its place: a drive that is not mounted, a server that is down. */
export class BlobStoreUnavailableError extends Error {}

/** What is known of a part from the start. */
export type PartPlan = {
  /** The blob that it becomes. */
  as: string;
  /** Its size, if it is known, or the largest it may have. */
  size?: number;
  maxBytes?: number;
};

/** A part that is open for writing. Only one process at a time may have it open. */
export type OpenPart = {
  /** Writes all chunks at this position, which is the end. Returns how much was written, and the error if not all. */
  write(chunks: Buffer[], position: number): Promise<{ bytes: number; error?: unknown }>;
  /** Makes bytes durable and returns up to which offset; with `all`, up to the end. */
  flush(options?: { all?: boolean }): Promise<number>;
  /** Makes everything durable. Nothing is written afterwards, and the bytes can be read. */
  complete(): Promise<ByteSource>;
  close(): Promise<void>;
};

/**
 * The contents of files: blobs, which never change under their names, and parts, which are still being received. A name
 * is an id of ours, never what a user typed.
 */
export type BlobStore = {
  /** Creates the store. Only for one that never existed: otherwise its drive may just not be mounted. */
  create(): Promise<void>;
  /** Creates a part; fails if one of this name exists. */
  createPart(name: string, plan: PartPlan): Promise<OpenPart>;
  /**
   * Opens a part to append to it, where `received` bytes were acknowledged; undefined if there is none. It continues
   * after `bytes`: fewer if some were lost, more if the store cannot drop what was not acknowledged.
   */
  openPart(name: string, plan: PartPlan, received: number): Promise<{ part: OpenPart; bytes: number } | undefined>;
  /** What a process that still has the part open writes from now on goes nowhere. */
  replacePart(name: string): Promise<void>;
  /** Makes the names of the parts durable. */
  syncParts(): Promise<void>;
  /** Makes complete parts blobs; durable when it returns. Idempotent. */
  commitAll(parts: { part: string; as: string }[]): Promise<void>;
  /** Opens a blob for reading; undefined if there is none. */
  open(name: string): Promise<ByteSource | undefined>;
  removePart(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  listParts(): Promise<Part[]>;
  list(): Promise<string[]>;
  /** Whether the store is there and the same as before: an unmounted drive has nothing, which means nothing. */
  isAvailable(): Promise<boolean>;
  /** Whether it has been there since this process started. */
  wasAvailable(): boolean;
  /** Bytes that are free for us. */
  freeBytes(): Promise<number>;
};

const nameRule = /^[\w-]{8,64}$/;

export const isBlobName = (name: string): boolean => nameRule.test(name);

export function requireBlobName(name: string): string {
  if (!isBlobName(name)) throw new Error('This is not a valid blob name');
  return name;
}
