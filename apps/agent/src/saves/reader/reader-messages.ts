import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import type { LedgerHead } from './ledger-file.ts';
import type { WorldReport } from './tell-world.ts';

/** What the reader has to read, and what it compares that with. */
export type ReadingOrder = {
  /** A copy: nobody writes to it. */
  file: string;
  /** The folder of the save itself, where profiles and tribes are. */
  folder: string;
  savedAtMs: number;
  /** Left out, nothing is compared and nothing is kept. */
  ledger?:
    | {
        /** What the portal has, if it is of this revision. */
        file: string;
        base: string | undefined;
        /** What it will have after this reading. */
        next: string;
        head: LedgerHead;
      }
    | undefined;
  /** Player ids and numbers of the last reading. */
  survivors: [playerId: string, arkId: string][];
};

/** To the reader, in this order; `next` for each message after the first. */
export type ToReader = { type: 'open'; order: ReadingOrder } | { type: 'begin'; hasBase: boolean } | { type: 'next' };

export type FromReader =
  /** It listens. */
  | { type: 'ready' }
  /** It has read on, without any news. */
  | { type: 'progress' }
  | { type: 'head'; head: SaveHead; base: string | undefined }
  | { type: 'rows'; json: string }
  | { type: 'end'; report: WorldReport }
  | { type: 'failed'; reason: string };
