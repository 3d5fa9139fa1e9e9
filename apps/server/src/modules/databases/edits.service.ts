import { describeProblem, type JsonProblem } from '@tribehall/common/json/json-position';
import type { PartOutput } from '@tribehall/contract';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { formatJson } from '../../platform/json/json-format.ts';
import { scanJson } from '../../platform/json/json-scan.ts';
import { quoteString } from '../../platform/json/long-string.ts';
import { RawJson } from '../../platform/json/raw-json.ts';
import type { Actor } from '../audit/audit.service.ts';
import { formatPart, guildRule, partOf, withPart, type Whole } from './database-parts.ts';
import { readContent, versionOf, type DatabaseSnapshot, type LargeSnapshot } from './database-snapshot.ts';
import { refuseStale } from './database-errors.ts';
import { changeDatabase } from './writes.service.ts';
import { foundTooLarge, tooLarge } from './database-errors.ts';

type Body = PartOutput<'POST /databases/{file}', 'body'>;
type Written = { version: string };
/** `also` runs in the same transaction. */
type Part = { file: string; guildId: string; also?: (ctx: Ctx) => Promise<void> };

export function writeDatabase(ctx: Ctx, actor: Actor, file: string, body: Body): Promise<Written> {
  const { guildId } = body;
  return guildId === undefined ? writeWhole(ctx, actor, file, body) : writePart(ctx, actor, file, guildId, body);
}

async function writeWhole(ctx: Ctx, actor: Actor, file: string, { text, data, version }: Body): Promise<Written> {
  const content = text === undefined ? await formatWhole(await jsonOf(data)) : Buffer.from(text);
  if (content.length > databaseLimits.maxBytes) throw tooLarge();
  const { scan } = await readContent(ctx, content);
  refuseProblem(scan.problem, text === undefined ? 'data' : 'text');
  const next = (state: DatabaseSnapshot | LargeSnapshot) => {
    refuseStale(version, state);
    return content;
  };
  const written = await changeDatabase(ctx, actor, file, { kind: 'saved', guildId: null, next });
  return { version: written.version };
}

async function writePart(ctx: Ctx, actor: Actor, file: string, guildId: string, body: Body): Promise<Written> {
  const { text, data, version } = body;
  // One level of nesting is the guilds.
  const json = text ?? (await jsonOf(data));
  const { problem } = await scanJson(json, databaseLimits.maxDepth - 1);
  refuseProblem(problem, text === undefined ? 'data' : 'text');
  return changePartText(ctx, actor, { file, guildId }, (whole, part) => {
    refuseStale(version, { text: part, version: part === undefined ? null : versionOf(part) });
    return text ?? formatPart(whole, guildId, json);
  });
}

/** The strict body parser leaves objects and arrays as raw JSON. */
function jsonOf(data: unknown): Promise<string> | string {
  if (data instanceof RawJson) return data.text;
  return typeof data === 'string' ? quoteString(data) : JSON.stringify(data);
}

/** Pretty-printed, unless only that would make it too large. */
async function formatWhole(json: string): Promise<Buffer> {
  const lines = await formatJson(json, { indent: '', maxBytes: databaseLimits.maxBytes - 1 });
  return lines ? Buffer.concat([lines, Buffer.from('\n')]) : Buffer.from(json);
}

/** Changes the part of one guild; `data` is undefined if it has none yet. */
export async function changePart(
  ctx: Ctx,
  actor: Actor,
  part: Part,
  change: (data: unknown) => unknown,
): Promise<void> {
  await changePartText(ctx, actor, part, (whole, text) =>
    formatPart(whole, part.guildId, JSON.stringify(change(text === undefined ? undefined : JSON.parse(text)))),
  );
}

async function changePartText(
  ctx: Ctx,
  actor: Actor,
  { file, guildId, also }: Part,
  next: (whole: Whole, part: string | undefined) => Promise<string> | string,
): Promise<Written> {
  const state = await changeDatabase(ctx, actor, file, {
    kind: 'saved',
    guildId,
    also,
    next: async (state) => {
      const whole = requireParts(state, guildId);
      return Buffer.from(withPart(whole, guildId, await next(whole, partOf(whole, guildId))));
    },
  });
  return { version: versionOf(partOf(requireParts(state, guildId), guildId) ?? '') };
}

/** Refuses a file that cannot have parts by guild. */
function requireParts(state: DatabaseSnapshot | LargeSnapshot, guildId: string): Whole {
  if (state.content === undefined) throw foundTooLarge();
  const { text, scan } = state;
  if (scan.problem !== null)
    throw fieldError(
      'BAD_REQUEST',
      'guildId',
      `The file is not JSON. ${describeProblem(scan.problem)} Fix that first.`,
    );
  if (!scan.isObject)
    throw fieldError(
      'BAD_REQUEST',
      'guildId',
      'This database has no parts by guild: it is not an object with guild IDs as keys.',
    );
  if (!scan.members.has(guildId) && !guildRule.test(guildId))
    throw fieldError('BAD_REQUEST', 'guildId', 'This is not a guild ID.');
  return { text, scan };
}

function refuseProblem(problem: JsonProblem | null, field: 'text' | 'data'): void {
  if (problem === null) return;
  // Line numbers mean nothing for data.
  const message = field === 'text' ? describeProblem(problem) : problem.message;
  throw new AppError('BAD_REQUEST', message, { fields: [{ field, message }], problem });
}
