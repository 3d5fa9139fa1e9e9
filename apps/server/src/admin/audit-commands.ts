import { routes } from '@tribehall/contract';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { list, operator, type AuditEntry, type AuditQuery } from '../modules/audit/audit.service.ts';
import { verifyAudit, type Witness } from '../modules/audit/verify.service.ts';
import type { ContextCommand } from './admin-command.ts';

const defaultCount = 50;
const maxCount = 1_000_000;
const pageSize = 1000;

/** The audit log on the command line: search it, and verify that nothing was changed. */
export function createAuditCommands(print: (line: string) => void): Record<string, ContextCommand> {
  return {
    audit: {
      takes: [],
      options: {
        actor: 'text',
        action: 'text',
        object: 'text',
        search: 'text',
        from: 'date',
        to: 'date',
        limit: 'count',
        json: null,
      },
      about: 'who did what, newest first; each text has to be found in its field, times are UTC',
      run: async (ctx, _, { actor, action, object: target, search, from, to, limit, json }) => {
        const span = { from: readDate(from, '00:00:00.000'), to: readDate(to, '23:59:59.999') };
        const query = readQuery({ actor, action, target, search, ...span });
        const show = json === undefined ? inWords : (entry: AuditEntry) => escapeJson(JSON.stringify(entry));
        for await (const entry of entriesOf(ctx, query, readCount(limit))) print(show(entry));
      },
    },
    'verify-audit': {
      takes: [],
      options: { head: 'id:hash' },
      about: "verify the audit's hash chain; with a head noted earlier, also against that",
      run: async (ctx, _, { head: noted }) => {
        const witness = readWitness(noted);
        const { entries, removedTo, head, broken } = await verifyAudit(ctx, witness);
        const checked = `${entries} ${entries === 1 ? 'entry' : 'entries'} checked`;
        if (broken) throw new AppError('CONFLICT', `${checked}; entry ${broken.id} is broken. ${broken.reason}`);
        print(`${checked}; nothing was changed, removed or inserted.`);
        if (removedTo !== null) print(`Entries up to ${removedTo} were removed by the retention (AUDIT_DAYS).`);
        if (witness && removedTo !== null && witness.id < BigInt(removedTo))
          throw new AppError('CONFLICT', `Entry ${witness.id} was removed by the retention: note a newer head.`);
        if (head) print(`Head (store it elsewhere): ${head.id}:${head.hash}`);
      },
    },
  };
}

async function* entriesOf(ctx: Ctx, query: AuditQuery, count: number): AsyncGenerator<AuditEntry> {
  let before: string | undefined;
  for (let remaining = count; remaining > 0; remaining -= pageSize) {
    const { entries, hasMore } = await list(ctx, { ...query, before }, Math.min(remaining, pageSize));
    yield* entries;
    before = entries.at(-1)?.id;
    if (!hasMore) return;
  }
}

function inWords(entry: AuditEntry): string {
  const isNamed = entry.address !== '' && entry.address !== operator.address;
  const who = !isNamed ? entry.actor : `${entry.actor} (${entry.address})`;
  const details = entry.details === null ? '' : JSON.stringify(entry.details);
  const parts = [entry.at.toISOString(), `#${entry.id}`, who, entry.action, entry.target, entry.outcome, details];
  return escapeLine(parts.join('  ').trimEnd());
}

function readQuery(given: Record<string, string | undefined>): AuditQuery {
  const result = routes['GET /audit'].query.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('BAD_REQUEST', `--${issue?.path.join('.').replace('target', 'object')}: ${issue?.message}`);
}

/** A date without a time means the whole day. */
function readDate(given: string | undefined, timeOfDay: string): string | undefined {
  if (given === undefined) return undefined;
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T${timeOfDay}Z` : given);
  if (!Number.isNaN(date.getTime()) && date.getUTCFullYear() <= 9999) return date.toISOString();
  throw new AppError('BAD_REQUEST', `${given} is not a date; write 2026-01-31 or 2026-01-31T12:00Z.`);
}

function readCount(given = String(defaultCount)): number {
  const count = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > maxCount)
    throw new AppError('BAD_REQUEST', `--limit is a whole number from 1 to ${maxCount}.`);
  return count;
}

function readWitness(given: string | undefined): Witness | undefined {
  if (given === undefined) return undefined;
  const [, id, hash] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(given.trim()) ?? [];
  if (id === undefined || hash === undefined)
    throw new AppError('BAD_REQUEST', '--head takes what verify-audit printed: an ID, a colon and a hash.');
  return { id: BigInt(id), hash: hash.toLowerCase() };
}

/** Characters that a terminal would interpret: control characters, bidirectional marks and line ends. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Untrusted text as one harmless line. */
function escapeLine(text: string): string {
  return text.replace(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for JSON, which stays valid. */
function escapeJson(json: string): string {
  return json.replace(unseen, (sign) =>
    Array.from({ length: sign.length }, (_, n) => `\\u${sign.charCodeAt(n).toString(16).padStart(4, '0')}`).join(''),
  );
}
