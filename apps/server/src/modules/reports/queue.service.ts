import { randomUUID } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { post } from '../mail/mail.service.ts';
import { readModeratedServers } from '../moderators/moderators.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findCharacter } from './reporters.store.ts';
import { publishReport, recordReport, toOwn } from './reports.service.ts';
import * as store from './reports.store.ts';

type Page = ReplyOutput<'GET /ark/reports'>;
type Query = PartOutput<'GET /ark/reports', 'query'>;
type Whole = ReplyOutput<'GET /ark/reports/{id}'>;

const pageSize = 50;
const maxComments = 200;
const maxSubjectLength = 100;

export async function list(ctx: Ctx, caller: Caller, query: Query): Promise<Page> {
  if (query.search?.includes('\0')) throw fieldError('BAD_REQUEST', 'search', 'Control characters are not allowed.');
  const filter = {
    state: query.state,
    serverId: query.serverId,
    assigneeId: query.isMine === true ? caller.userId : undefined,
    search: query.search,
    before: query.cursor === undefined ? undefined : readCursor(query.cursor),
  };
  const rows = await store.findPage(ctx.db, await readerOf(ctx, caller), filter, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    reports: shown.map((row) => toReport(row, caller)),
    next: last && rows.length > pageSize ? `${last.createdAt.getTime()}_${last.id}` : null,
  };
}

function readCursor(text: string): { createdAt: Date; id: string } {
  const at = text.indexOf('_');
  return { createdAt: new Date(Number(text.slice(0, at))), id: text.slice(at + 1) };
}

/** How many open reports wait for someone who moderates. */
export async function countOpen(ctx: Ctx, caller: Caller): Promise<number> {
  return store.countOpen(ctx.db, await readerOf(ctx, caller));
}

export async function read(ctx: Ctx, caller: Caller, id: string): Promise<Whole> {
  const row = await store.findReport(ctx.db, await readerOf(ctx, caller), id);
  if (!row) throw notFound();
  const [comments, way] = await Promise.all([store.findComments(ctx.db, id), findWay(ctx, row)]);
  return {
    ...toReport(row, caller),
    comments: comments.map(({ id, author, text, at }) => ({ id, author, text, at })),
    answeredBy: way.kind,
  };
}

export async function comment(ctx: Ctx, caller: Caller, id: string, text: string): Promise<Whole> {
  return change(ctx, caller, id, 'reports.comment', async (ctx, row) => {
    if ((await store.countComments(ctx.db, row.id)) >= maxComments)
      throw new AppError('CONFLICT', `This report already has ${maxComments} comments.`);
    const written = { id: randomUUID(), reportId: row.id, author: caller.username, text, at: ctx.clock() };
    await store.insertComment(ctx.db, written);
  });
}

export async function assign(ctx: Ctx, caller: Caller, id: string, isMine: boolean): Promise<Whole> {
  return change(ctx, caller, id, 'reports.assign', async (ctx, row) => {
    const assignee = isMine
      ? { assigneeId: caller.userId, assignee: caller.username }
      : { assigneeId: null, assignee: null };
    await store.updateReport(ctx.db, row.id, assignee);
  });
}

/** Answers the reporter, by mail where they have a character. The answer of a report that is answered again is replaced. */
export async function answer(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { text, isClosing = false }: PartOutput<'POST /ark/reports/{id}/answer', 'body'>,
): Promise<Whole> {
  return change(ctx, caller, id, 'reports.answer', async (ctx, row) => {
    if (row.state === 'closed') throw new AppError('CONFLICT', 'This report is closed. Reopen it to answer.');
    const now = ctx.clock();
    const closed = isClosing ? { state: 'closed' as const, closedAt: now } : { state: 'answered' as const };
    const assignee = row.assigneeId === null ? { assigneeId: caller.userId, assignee: caller.username } : {};
    const answered = { answer: text, answeredBy: caller.username, answeredAt: now };
    await store.updateReport(ctx.db, row.id, { ...answered, ...closed, ...assignee });
    return send(ctx, caller, row, text);
  });
}

export async function close(ctx: Ctx, caller: Caller, id: string): Promise<Whole> {
  return change(ctx, caller, id, 'reports.close', async (ctx, row) => {
    if (row.state === 'closed') throw new AppError('CONFLICT', 'This report is already closed.');
    await store.updateReport(ctx.db, row.id, { state: 'closed', closedAt: ctx.clock() });
  });
}

export async function reopen(ctx: Ctx, caller: Caller, id: string): Promise<Whole> {
  return change(ctx, caller, id, 'reports.reopen', async (ctx, row) => {
    if (row.state === 'open') throw new AppError('CONFLICT', 'This report is already open.');
    await store.updateReport(ctx.db, row.id, { state: 'open', closedAt: null });
  });
}

type AfterCommit = ((ctx: Ctx) => Promise<unknown>) | void;

/** Changes a report that the caller may see, one change at a time. */
async function change(
  ctx: Ctx,
  caller: Caller,
  id: string,
  action: string,
  apply: (ctx: Ctx, row: store.ReportRow) => Promise<AfterCommit>,
): Promise<Whole> {
  const after = await inTransaction(ctx, async (ctx) => {
    const row = await store.lockReport(ctx.db, await readerOf(ctx, caller), id);
    if (!row) throw notFound();
    const after = await apply(ctx, row);
    await recordReport(ctx, caller, action, row);
    await publishReport(ctx, row);
    return after;
  });
  await after?.(ctx);
  return read(ctx, caller, id);
}

type Way =
  | { kind: 'mail'; target: { serverId: string; playerId: string } }
  | { kind: 'notification'; userId: string }
  | { kind: 'none' };

/** Mail to the reporter's character; for an account without one a notification. */
async function findWay(ctx: Ctx, row: store.ReportRow): Promise<Way> {
  const { userId, reporterPlayerId, serverId } = row;
  if (reporterPlayerId !== null && serverId !== null)
    return { kind: 'mail', target: { serverId, playerId: reporterPlayerId } };
  const character = userId === null ? undefined : await findCharacter(ctx.db, userId, serverId);
  if (character) return { kind: 'mail', target: character };
  return userId === null ? { kind: 'none' } : { kind: 'notification', userId };
}

async function send(ctx: Ctx, caller: Caller, row: store.ReportRow, text: string): Promise<AfterCommit> {
  const way = await findWay(ctx, row);
  const subject = `Your report about ${row.playerName}`.slice(0, maxSubjectLength).replace(/[\ud800-\udbff]$/, '');
  if (way.kind === 'mail') return post(ctx, caller, way.target, { subject, body: text });
  if (way.kind === 'none') return;
  await notify(ctx, [way.userId], {
    kind: 'report.answered',
    key: `report ${row.id} answer ${ctx.clock().getTime()}`,
    text: subject,
    detail: text,
    path: '/account#reports',
  });
}

async function readerOf(ctx: Ctx, caller: Caller): Promise<store.Reader> {
  return { userId: caller.userId, servers: await readModeratedServers(ctx, caller) };
}

const notFound = () => new AppError('NOT_FOUND', 'There is no such report.');

function toReport(row: store.ReportRow & { commentCount: number }, { userId }: Caller): Page['reports'][number] {
  const own = toOwn(row);
  return {
    ...own,
    source: row.source,
    reporter: { name: row.reporterName, playerId: row.reporterPlayerId, hasAccount: row.userId !== null },
    assignee: row.assignee === null ? null : { name: row.assignee, isYou: row.assigneeId === userId },
    answer: own.answer && { ...own.answer, by: row.answeredBy ?? '' },
    closedAt: row.closedAt,
    commentCount: row.commentCount,
  };
}
