import { splitTopic, topics, type TopicName } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { authorize } from '../../rights.ts';
import { clusterChat, serverChat } from '../chat/chat.service.ts';
import { readClusterState } from '../clusters/clusters.service.ts';
import { hostKey, readHostState } from '../host/load.service.ts';
import { listDownloads } from '../music/downloads.service.ts';
import { readQueue } from '../music/queue.service.ts';
import { isWorkOf, readProgress } from '../music/work.service.ts';
import { listOnline } from '../players/players.service.ts';
import { readState } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readStats } from '../stats/stats.service.ts';
import { readSaveState } from '../structures/saves.service.ts';
import { me } from '../users/users.service.ts';
import type { Snapshot } from './events.hub.ts';
import { channelOf } from './events.service.ts';

type Source<Name extends TopicName> = {
  /** Whose channel it is, where the reader does not name it. */
  key?: (caller: Caller, ctx: Ctx) => string;
  snapshot: (ctx: Ctx, key: string) => Promise<z.output<(typeof topics)[Name]['snapshot']>>;
  /** Whether it is there for this reader, where a right alone does not say. */
  isFor?: (ctx: Ctx, caller: Caller | undefined, key: string) => Promise<boolean>;
  /** Whether nothing comes after this any more. */
  isOver?: (state: z.output<(typeof topics)[Name]['snapshot']>) => boolean;
};

/** Where each topic's first answer comes from. A topic without an entry does not compile. */
const sources: { [Name in TopicName]: Source<Name> } = {
  stats: { snapshot: readStats },
  'users.me': { key: (caller) => caller.userId, snapshot: me },
  'mail.sent': { key: (caller) => caller.userId, snapshot: () => Promise.resolve({}) },
  'servers.state': { snapshot: readState },
  'players.online': { snapshot: listOnline },
  structures: { snapshot: readSaveState },
  'clusters.state': { snapshot: readClusterState },
  'chat.server': { snapshot: serverChat },
  'chat.cluster': { snapshot: clusterChat },
  'host.stats': { key: (_, ctx) => hostKey(ctx), snapshot: readHostState },
  'music.queue': { snapshot: readQueue },
  'music.downloads': { key: (caller) => caller.userId, snapshot: listDownloads },
  'music.work': {
    snapshot: readProgress,
    isFor: (ctx, caller, key) => isWorkOf(ctx, caller?.userId ?? '', key),
    isOver: (progress) => !progress.isLoading,
  },
  files: { snapshot: () => Promise.resolve({}) },
  databases: { snapshot: () => Promise.resolve({}) },
  logs: { snapshot: () => Promise.resolve({}) },
  blokken: { snapshot: () => Promise.resolve({}) },
  audit: { snapshot: () => Promise.resolve({}) },
};

/** A topic that a reader may have, found by the name it was asked for. */
export type OpenTopic = { ref: string; name: TopicName; key: string | undefined };

/** The topics that the caller may read; the first one that is not allowed refuses them all. */
export async function openTopics(ctx: Ctx, caller: Caller | undefined, refs: readonly string[]): Promise<OpenTopic[]> {
  const open: OpenTopic[] = [];
  for (const ref of refs) {
    const topic = splitTopic(ref);
    if (!topic) throw new AppError('NOT_FOUND', 'There is no such stream.');
    const { right } = topics[topic.name];
    if (right !== 'anyone') {
      if (!caller) throw new AppError('UNAUTHORIZED');
      await authorize(ctx, right, caller, topic.key === undefined ? {} : { id: topic.key });
    }
    const { key: ownKey, isFor } = sources[topic.name];
    const key = topic.key ?? (caller && ownKey?.(caller, ctx));
    if (isFor && !(await isFor(ctx, caller, key ?? ''))) throw new AppError('NOT_FOUND', 'There is no such stream.');
    open.push({ ref, name: topic.name, key });
  }
  return open;
}

export function isForMembers(open: readonly OpenTopic[]): boolean {
  return open.some(({ name }) => topics[name].right === 'guildMember');
}

export function channelsOf(open: readonly OpenTopic[]): Set<string> {
  return new Set(open.map((topic) => channelOf(topic.name, topic.key)));
}

export async function readSnapshots(ctx: Ctx, open: readonly OpenTopic[]): Promise<Snapshot[]> {
  return Promise.all(open.map((topic) => readSnapshot(ctx, topic)));
}

/** What does not exist, or not any more, says so on its own topic and leaves the others alone. */
async function readSnapshot(ctx: Ctx, { ref, name, key }: OpenTopic): Promise<Snapshot> {
  const schema: z.ZodType = topics[name].snapshot;
  const source: { isOver?: (state: never) => boolean } = sources[name];
  try {
    const state = await sources[name].snapshot(ctx, key ?? '');
    const message = { topic: ref, event: 'snapshot', data: z.encode(schema, state) };
    return { message, isLast: source.isOver?.(state as never) === true };
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      return { message: { topic: ref, event: 'gone', data: {} }, isLast: source.isOver !== undefined };
    throw error;
  }
}

/** Whether a topic comes to an end: its state says all there is to know, so that its reader starts from that. */
export function comesToAnEnd(open: readonly OpenTopic[]): boolean {
  return open.some(({ name }) => sources[name].isOver !== undefined);
}

/** By the name of a topic or the id of work. Someone else's is not there, as far as the caller can tell. */
export async function findTopic(ctx: Ctx, caller: Caller, id: string): Promise<OpenTopic[]> {
  try {
    return await openTopics(ctx, caller, [splitTopic(id) ? id : `music.work/${id}`]);
  } catch (error) {
    if (error instanceof AppError) throw new AppError('NOT_FOUND', 'There is no such stream.');
    throw error;
  }
}
