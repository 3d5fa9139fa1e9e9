import { randomUUID } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { record } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './templates.store.ts';

type Templates = ReplyOutput<'GET /ark/sanctionTemplates'>;
type NewTemplates = PartOutput<'PUT /ark/sanctionTemplates', 'body'>['templates'];

export async function readTemplates(ctx: Ctx): Promise<Templates> {
  const rows = await store.findTemplates(ctx.db);
  return rows.map(({ id, name, kind, reason, minutes }) => ({ id, name, kind, reason, minutes }));
}

export async function putTemplates(ctx: Ctx, caller: Caller, given: NewTemplates): Promise<Templates> {
  await inTransaction(ctx, async (ctx) => {
    await store.replaceTemplates(
      ctx.db,
      given.map((template, position) => ({ id: randomUUID(), position, ...template })),
    );
    const details = { count: given.length };
    await record(ctx, caller, {
      action: 'sanctions.templates',
      target: 'Sanction templates',
      outcome: 'done',
      details,
    });
  });
  return readTemplates(ctx);
}
