import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { readEntries, type Cursor } from '../journal/journal.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishAccountChange } from '../sessions/session-cache.service.ts';
import * as store from './personal-data.store.ts';

const pageSize = 1_000;

/** Everything that is stored about a person, as JSON that is read while it is being sent. */
export async function exportPerson(ctx: Ctx, caller: Caller, playerId: string): Promise<AsyncGenerator<string>> {
  if (!(await isKnown(ctx, playerId))) throw new AppError('NOT_FOUND', 'There is no such player.');
  await record(ctx, caller, { action: 'players.export', target: playerId, outcome: 'done', details: { playerId } });
  return writePerson(ctx, playerId);
}

async function isKnown(ctx: Ctx, playerId: string): Promise<boolean> {
  for (const section of store.smallSections)
    if ((await store.findSmallSection(ctx.db, section, playerId)).length > 0) return true;
  return (await readEntries(ctx, { playerId, limit: 1 })).length > 0;
}

type Row = Record<string, unknown>;

async function* writePerson(ctx: Ctx, playerId: string): AsyncGenerator<string> {
  yield `{"playerId":${JSON.stringify(playerId)},"exportedAt":${JSON.stringify(ctx.clock())}`;
  for (const section of store.smallSections)
    yield `,\n"${section}":${toJson(await store.findSmallSection(ctx.db, section, playerId))}`;
  yield* writeList(
    'sessions',
    readById((after) => store.findSessionsAfter(ctx.db, playerId, after)),
  );
  yield* writeList(
    'chatMessages',
    readById((after) => store.findMessagesAfter(ctx.db, playerId, after)),
  );
  yield* writeList('events', readEvents(ctx, playerId));
  yield '}\n';
}

async function* writeList(name: string, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let lead = `,\n"${name}":[`;
  for await (const rows of pages) {
    yield lead + rows.map(toJson).join(',\n');
    lead = ',\n';
  }
  yield lead.startsWith(',\n"') ? `${lead}]` : ']';
}

async function* readById<Found extends Row & { id: bigint }>(
  find: (after: bigint) => Promise<Found[]>,
): AsyncGenerator<Found[]> {
  for (let after = 0n; ;) {
    const rows = await find(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/** Newest first. */
async function* readEvents(ctx: Ctx, playerId: string): AsyncGenerator<Row[]> {
  for (let before: Cursor | undefined; ;) {
    const rows = await readEntries(ctx, { playerId, before, limit: pageSize });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last;
  }
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

/**
 * Erases what is stored about a person. Bans stay, since they protect others; the audit stays, since nobody may change it;
 * and what the saves of the game contain is not the portal's to erase.
 */
export function erasePerson(
  ctx: Ctx,
  caller: Caller,
  playerId: string,
): Promise<ReplyOutput<'DELETE /ark/players/{playerId}'>> {
  return inTransaction(ctx, async (ctx) => {
    const events = await store.deleteEvents(ctx.db, playerId);
    const mentions = await store.redactMentions(ctx.db, playerId);
    publishAccountChange(ctx, {});
    const erased = { events, mentions, ...(await store.deleteRest(ctx.db, playerId)) };
    if (Object.values(erased).every((count) => count === 0))
      throw new AppError('NOT_FOUND', 'There is no such player.');
    const details = { playerId, ...erased };
    await record(ctx, caller, { action: 'players.erase', target: playerId, outcome: 'done', details });
    return erased;
  });
}
