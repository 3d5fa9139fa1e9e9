import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openObjectStorage } from '../../object-storage.ts';
import type { BlobStore } from '../../platform/files/blob-store.ts';
import { createFolderBlobStore } from '../../platform/files/folder-blob-store.ts';
import { createFileReceiver, type ReceiveInto } from '../../platform/files/file-receiver.ts';
import { createS3BlobStore } from '../../platform/s3/s3-blob-store.ts';
import { createMutex, type Semaphore } from '../../platform/semaphore.ts';
import {
  createUploadHashes,
  type UploadHashes,
  createUploadWriters,
  type UploadWriters,
} from './uploads/upload-writers.ts';
import type { Uploader } from './watch-caller.ts';

export type FilesState = {
  /** The contents of the files. */
  blobs: BlobStore;
  /** Mutex for reserving quota: those that wait here hold no database connection. */
  reservations: Semaphore;
  receiveInto: ReceiveInto;
  writers: UploadWriters;
  hashes: UploadHashes;
  /** Everyone whose bytes this process is receiving. */
  uploaders: Set<Uploader>;
  /** Names of the form parts that this process is receiving. */
  formParts: Set<string>;
  /** This run of the portal: the lock on the data folder guarantees that earlier ones have ended. */
  run: { name: string; startedAt: Date };
};

export function createFilesState(config: Config): FilesState {
  return {
    blobs: createBlobStore(config),
    reservations: createMutex(),
    receiveInto: createFileReceiver(),
    writers: createUploadWriters(),
    hashes: createUploadHashes(),
    uploaders: new Set(),
    formParts: new Set(),
    run: { name: randomBytes(4).toString('hex'), startedAt: new Date() },
  };
}

function createBlobStore(config: Config): BlobStore {
  const { DATA_DIR, FILES_DIR = join(DATA_DIR, 'files') } = config;
  const storage = openObjectStorage(config);
  return storage ? createS3BlobStore(storage, join(DATA_DIR, 'spool')) : createFolderBlobStore(FILES_DIR);
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    files: FilesState;
  }
}
