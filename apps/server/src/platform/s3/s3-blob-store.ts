import { randomBytes } from 'node:crypto';
import {
  BlobStoreUnavailableError,
  isBlobName,
  requireBlobName,
  type BlobStore,
  type PartPlan,
} from '../files/blob-store.ts';
import { blobsPrefix, partsPrefix, storeMarksPrefix } from './object-keys.ts';
import { objectSource } from './object-source.ts';
import { bodyOf, S3Error, type S3Client } from './s3-client.ts';
import { completedPart, decodeState, encodeState, openS3Part, sizeOf } from './s3-part.ts';

const blobKeyOf = (name: string) => `${blobsPrefix}${requireBlobName(name)}`;
const prefixOf = (part: string) => `${partsPrefix}${requireBlobName(part)}/`;

/** The state of a part. A process that takes a part over writes the next generation: what the other writes is ignored. */
type StateKey = { key: string; part: string; as: string; generation: number; changedAt: Date };

/**
 * Blobs as objects: a blob is where it stays from the start, and a part is one as long as its state is there. So a
 * commit only removes the state, and nothing is ever copied.
 */
export function createS3BlobStore(client: S3Client, spoolFolder: string): BlobStore {
  /** Identifies the store: another one may be at the same address. Of several marks, each process looks at one. */
  let knownMark: string | undefined;
  const findMark = async () => {
    for await (const { key } of client.list(storeMarksPrefix)) return key;
    return undefined;
  };
  const isAvailable = async () => {
    try {
      if (knownMark !== undefined) return (await client.sizeOf(knownMark)) !== undefined;
      knownMark = await findMark();
      return knownMark !== undefined;
    } catch (error) {
      if (error instanceof S3Error) return false;
      throw error;
    }
  };
  const requireAvailable = async () => {
    if (!(await isAvailable())) throw new BlobStoreUnavailableError(`The files on ${client.host} are not available`);
  };
  const listStates = async (prefix: string): Promise<StateKey[]> => {
    const found: StateKey[] = [];
    for await (const { key, changedAt } of client.list(prefix)) {
      const [part = '', as = '', generation] = key.slice(partsPrefix.length).split('/');
      if (isBlobName(part) && isBlobName(as)) found.push({ key, part, as, generation: Number(generation), changedAt });
    }
    return found.toSorted((a, b) => b.generation - a.generation);
  };
  const statesOf = (part: string) => listStates(prefixOf(part));
  const openAt = (key: StateKeyOf, plan: PartPlan, begun?: Parameters<typeof openS3Part>[2]) =>
    openS3Part({ client, blobKey: blobKeyOf(key.as), stateKey: stateKeyOf(key), spoolFolder }, plan, begun);

  return {
    async create() {
      const mark = `${storeMarksPrefix}${randomBytes(8).toString('hex')}`;
      if ((await findMark()) === undefined) await client.put(mark, bodyOf());
      knownMark = await findMark();
    },
    async createPart(name, plan) {
      const key = { part: requireBlobName(name), as: requireBlobName(plan.as), generation: 0 };
      await requireAvailable();
      if ((await statesOf(name)).length > 0) throw new Error(`The part ${name} exists`);
      return openAt(key, plan);
    },
    async openPart(name, plan) {
      const [[newest], bytes] = await Promise.all([statesOf(name), client.sizeOf(blobKeyOf(plan.as))]);
      if (!newest) return undefined;
      if (bytes !== undefined) return { part: completedPart(client, blobKeyOf(plan.as), bytes), bytes };
      const stored = await client.read(newest.key);
      if (!stored) return undefined;
      const begun = decodeState(stored);
      return { part: await openAt(newest, plan, begun), bytes: sizeOf(begun) };
    },
    async replacePart(name) {
      const states = await statesOf(name);
      const [newest] = states;
      const stored = newest && (await client.read(newest.key));
      if (!newest || !stored) return;
      const next = stateKeyOf({ ...newest, generation: newest.generation + 1 });
      await client.put(next, encodeState(decodeState(stored)));
      for (const { key } of states) await client.remove(key);
    },
    syncParts: async () => {},
    async commitAll(moved) {
      for (const { part, as } of moved) {
        // The server had confirmed it: one that starts again may not find everything yet.
        if ((await client.sizeOf(blobKeyOf(as))) === undefined)
          throw new BlobStoreUnavailableError(`${client.host} does not find the blob ${as}`);
        for (const { key } of await statesOf(part)) await client.remove(key);
      }
    },
    async open(name) {
      const bytes = await client.sizeOf(blobKeyOf(name));
      return bytes === undefined ? undefined : objectSource(client, blobKeyOf(name), bytes);
    },
    async removePart(name) {
      // The state last: without it nobody would look for the rest.
      for (const { key, as } of (await statesOf(name)).toReversed()) {
        const stored = await client.read(key);
        const { uploadId } = stored ? decodeState(stored) : {};
        if (uploadId !== undefined) await client.abortUpload(blobKeyOf(as), uploadId);
        await client.remove(blobKeyOf(as));
        await client.remove(key);
      }
    },
    remove: (name) => client.remove(blobKeyOf(name)),
    async listParts() {
      const parts = new Map<string, Date>();
      for (const { part, changedAt } of await listStates(partsPrefix)) {
        const known = parts.get(part);
        if (!known || known < changedAt) parts.set(part, changedAt);
      }
      return [...parts].map(([name, changedAt]) => ({ name, changedAt }));
    },
    async list() {
      const names: string[] = [];
      for await (const { key } of client.list(blobsPrefix)) names.push(key.slice(blobsPrefix.length));
      const uncommitted = new Set((await listStates(partsPrefix)).map(({ as }) => as));
      return names.filter((name) => isBlobName(name) && !uncommitted.has(name));
    },
    isAvailable,
    wasAvailable: () => knownMark !== undefined,
    // The quota is the only limit.
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
  };
}

type StateKeyOf = Pick<StateKey, 'part' | 'as' | 'generation'>;

const stateKeyOf = ({ part, as, generation }: StateKeyOf) =>
  `${prefixOf(part)}${as}/${String(generation).padStart(4, '0')}`;
