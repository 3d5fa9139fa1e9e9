import { playerLists, type PlayerList } from '@tribehall/contract/agent/player-lists';
import type { Log } from '../../log/agent-log.ts';
import type { Draft } from '../../outbox/draft.ts';
import { createPoll } from '../poll.ts';
import type { ListContent } from './list-content.ts';
import { createListFile, type ListFile, type ListFileTiming } from './list-file.ts';

export type ListsWatch = {
  files: Record<PlayerList, Pick<ListFile, 'read' | 'problem'>>;
  /** The events that describe all lists now. */
  describe(): ListDraft[];
  stop(): Promise<void>;
};

export type ListDraft = Extract<Draft, { type: 'lists.state' }>;
export type ListsTiming = ListFileTiming & { listMs: number };

type Options = {
  /** Possible paths of each list; the first that exists counts. */
  files: Record<PlayerList, readonly string[]>;
  emit(draft: ListDraft): void;
  log: Pick<Log, 'info' | 'warn'>;
  timing?: Partial<ListsTiming> | undefined;
};

const settings: Record<PlayerList, string> = { bans: 'banList', whitelist: 'whitelist' };
/** Someone who removed a line by hand wonders how soon it is back. */
const defaultListMs = 4_000;

/** Polls the files of the lists: file system events do not work on network drives and in containers. */
export function createListsWatch({ files, emit, log, timing }: Options): ListsWatch {
  const watched = playerLists.map((list) => {
    const file = createListFile({ files: files[list], setting: settings[list], timing });
    return { list, file, ...watchList({ list, file, emit, log }) };
  });
  const poll = createPoll(
    () => Promise.all(watched.map(({ look }) => look())),
    () => timing?.listMs ?? defaultListMs,
  );
  return {
    files: Object.fromEntries(watched.map(({ list, file }) => [list, file])) as Record<PlayerList, ListFile>,
    describe: () => watched.flatMap(({ describe }) => describe() ?? []),
    async stop() {
      for (const { file } of watched) file.close();
      await poll.stop();
    },
  };
}

type Watched = Pick<Options, 'emit' | 'log'> & { list: PlayerList; file: ListFile };

function watchList({ list, file, emit, log }: Watched) {
  let current: ListDraft | undefined;
  let lastReason: string | undefined;
  const report = () => {
    const { kind, reason } = file.problem() ?? {};
    if (reason !== lastReason && reason !== undefined && kind !== 'unset') {
      if (kind === 'missing') log.info(reason);
      else log.warn(reason);
    }
    lastReason = reason;
  };
  return {
    describe: () => current,
    async look() {
      const content = await file.read();
      // Not read to its end yet.
      if (!content && !file.problem()) return;
      const draft = describeList(list, content);
      report();
      if (draft.data.digest === current?.data.digest) return;
      current = draft;
      emit(draft);
    },
  };
}

function describeList(list: PlayerList, content: ListContent | undefined): ListDraft {
  return { type: 'lists.state', data: { list, digest: content?.digest ?? null, count: content?.count ?? 0 } };
}
