import { splitTopic, topics, type Right, type RouteScope, type TopicName } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { authorize } from '../sessions/rights.service.ts';
import { authorizeToken } from '../sessions/scopes.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { Snapshot } from './events.hub.ts';
import { channelOf } from './events.service.ts';
import type { Guard } from './topic.ts';

/** A topic that the caller may read; `ref` is the name it was requested by. */
export type OpenTopic = { ref: string; name: TopicName; key: string | undefined };

/** The part of a topic's declaration that says who may read it. */
type Declared = { right: Right; scope?: RouteScope; isOfServer?: true };

/** Authorizes the caller for all topics; one that is not allowed refuses the whole request. */
export async function openTopics(ctx: Ctx, caller: Caller | undefined, refs: readonly string[]): Promise<OpenTopic[]> {
  const open: OpenTopic[] = [];
  for (const ref of refs) {
    const topic = splitTopic(ref);
    if (!topic) throw new AppError('NOT_FOUND', 'There is no such stream.');
    const { right, scope, isOfServer }: Declared = topics[topic.name];
    if (right !== 'anyone') {
      if (!caller) throw new AppError('UNAUTHORIZED');
      if (caller.token) authorizeToken(caller.token, { scope: scope ?? 'none', serverId: isOfServer && topic.key });
      await authorize(ctx, right, caller, topic.key === undefined ? {} : { id: topic.key });
    }
    const { key: ownKey, isFor } = ctx.state.events.topics[topic.name];
    const key = topic.key ?? (caller && ownKey?.(caller, ctx));
    if (isFor && !(await isFor(ctx, caller, key ?? ''))) throw new AppError('NOT_FOUND', 'There is no such stream.');
    open.push({ ref, name: topic.name, key });
  }
  return open;
}

export function isForMembers(open: readonly OpenTopic[]): boolean {
  return open.some(({ name }) => topics[name].right === 'guildMember');
}

/** Rights that end without the session: roles end it, and membership of the guild is checked on its own. */
const lasting: readonly Right[] = ['anyone', 'user', 'admin', 'owner', 'guildMember'];

/** API tokens outlive the roles of their users. */
const lastingForTokens: readonly Right[] = ['anyone', 'user', 'guildMember'];

export function guardsOf(open: readonly OpenTopic[], caller: Caller | undefined): Guard[] {
  const isLasting = (right: Right) => (caller?.token ? lastingForTokens : lasting).includes(right);
  return open.flatMap(({ name, key }) => {
    const { right }: { right: Right } = topics[name];
    return right === 'anyone' || isLasting(right) ? [] : [{ right, id: topics[name].isKeyed ? key : undefined }];
  });
}

export function channelsOf(open: readonly OpenTopic[]): Set<string> {
  return new Set(open.map((topic) => channelOf(topic.name, topic.key)));
}

export async function readSnapshots(ctx: Ctx, open: readonly OpenTopic[]): Promise<Snapshot[]> {
  const { shareReading } = ctx.state.events;
  return Promise.all(
    open.map((topic) =>
      shareReading(`${topic.ref} ${channelOf(topic.name, topic.key)}`, () => readSnapshot(ctx, topic)),
    ),
  );
}

/** A missing subject is reported on its own topic, without affecting the others. */
async function readSnapshot(ctx: Ctx, { ref, name, key }: OpenTopic): Promise<Snapshot> {
  const schema: z.ZodType = topics[name].snapshot;
  const topic: { snapshot: (ctx: Ctx, key: string) => Promise<unknown>; isOver?: (state: never) => boolean } =
    ctx.state.events.topics[name];
  try {
    const state = await topic.snapshot(ctx, key ?? '');
    const json = JSON.stringify({ topic: ref, event: 'snapshot', data: z.encode(schema, state) });
    return { json, isLast: topic.isOver?.(state as never) === true };
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      return { json: JSON.stringify({ topic: ref, event: 'gone', data: {} }), isLast: topic.isOver !== undefined };
    throw error;
  }
}

/** Whether a topic can end: its snapshot says everything, so its readers always start from it. */
export function comesToAnEnd(ctx: Ctx, open: readonly OpenTopic[]): boolean {
  return open.some(({ name }) => ctx.state.events.topics[name].isOver !== undefined);
}

/** By the name of a topic or the id of a job. To the caller, other people's jobs do not exist. */
export async function findTopic(ctx: Ctx, caller: Caller, id: string): Promise<OpenTopic[]> {
  try {
    return await openTopics(ctx, caller, [splitTopic(id) ? id : `music.work/${id}`]);
  } catch (error) {
    if (error instanceof AppError) throw new AppError('NOT_FOUND', 'There is no such stream.');
    throw error;
  }
}
