import type { PartOutput } from '@tribehall/contract';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { formatJson } from '../../platform/json/json-format.ts';
import { inWords, type JsonProblem } from '../../platform/json/json-place.ts';
import { scanJson } from '../../platform/json/json-scan.ts';
import { quoteString } from '../../platform/json/long-string.ts';
import { RawJson } from '../../platform/json/raw-json.ts';
import type { Actor } from '../audit/audit.service.ts';
import { formatPart, guildRule, partOf, withPart, type Whole } from './database-parts.ts';
import { readContent, versionOf, type DatabaseState, type LargeState } from './database-state.ts';
import { refuseStale } from './database-versions.ts';
import { changeDatabase } from './saves.service.ts';
import { foundTooLarge, tooLarge } from './storage-errors.ts';

type Body = PartOutput<'POST /databases/{file}', 'body'>;
type Saved = { version: string };
/** `also` belongs to it: done in the same transaction. */
type Part = { file: string; guildId: string; also?: (ctx: Ctx) => Promise<void> };

export function saveDatabase(ctx: Ctx, actor: Actor, file: string, body: Body): Promise<Saved> {
  const { guildId } = body;
  return guildId === undefined ? saveWhole(ctx, actor, file, body) : savePart(ctx, actor, file, guildId, body);
}

async function saveWhole(ctx: Ctx, actor: Actor, file: string, { text, data, version }: Body): Promise<Saved> {
  const content = text === undefined ? await formatWhole(await jsonOf(data)) : Buffer.from(text);
  if (content.length > databaseLimits.maxBytes) throw tooLarge();
  const { scan } = await readContent(ctx, content);
  refuseProblem(scan.problem, text === undefined ? 'data' : 'text');
  const next = (state: DatabaseState | LargeState) => {
    refuseStale(version, state);
    return content;
  };
  const saved = await changeDatabase(ctx, actor, file, { kind: 'saved', guildId: null, next });
  return { version: saved.version };
}

async function savePart(ctx: Ctx, actor: Actor, file: string, guildId: string, body: Body): Promise<Saved> {
  const { text, data, version } = body;
  // One level is the guilds.
  const json = text ?? (await jsonOf(data));
  const { problem } = await scanJson(json, databaseLimits.maxDepth - 1);
  refuseProblem(problem, text === undefined ? 'data' : 'text');
  return putPart(ctx, actor, { file, guildId }, (whole, part) => {
    refuseStale(version, { text: part, version: part === undefined ? null : versionOf(part) });
    return text ?? formatPart(whole, guildId, json);
  });
}

/** As a text; the strict reader of bodies leaves objects and arrays as they were sent. */
function jsonOf(data: unknown): Promise<string> | string {
  if (data instanceof RawJson) return data.text;
  return typeof data === 'string' ? quoteString(data) : JSON.stringify(data);
}

/** In lines, unless only that would make it too large. */
async function formatWhole(json: string): Promise<Buffer> {
  const lines = await formatJson(json, { indent: '', maxBytes: databaseLimits.maxBytes - 1 });
  return lines ? Buffer.concat([lines, Buffer.from('\n')]) : Buffer.from(json);
}

/** Changes the part of one guild by what it holds, which is undefined where it has none yet. */
export async function changePart(
  ctx: Ctx,
  actor: Actor,
  part: Part,
  change: (data: unknown) => unknown,
): Promise<void> {
  await putPart(ctx, actor, part, (whole, text) =>
    formatPart(whole, part.guildId, JSON.stringify(change(text === undefined ? undefined : JSON.parse(text)))),
  );
}

async function putPart(
  ctx: Ctx,
  actor: Actor,
  { file, guildId, also }: Part,
  next: (whole: Whole, part: string | undefined) => Promise<string> | string,
): Promise<Saved> {
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

/** A file that has parts of guilds, or may have them. */
function requireParts(state: DatabaseState | LargeState, guildId: string): Whole {
  if (state.content === undefined) throw foundTooLarge();
  const { text, scan } = state;
  if (scan.problem !== null)
    throw fieldError('BAD_REQUEST', 'guildId', `The file is not JSON. ${inWords(scan.problem)} Put that right first.`);
  if (!scan.isObject)
    throw fieldError('BAD_REQUEST', 'guildId', 'This database has no parts: it is no object with guild ids as keys.');
  if (!scan.members.has(guildId) && !guildRule.test(guildId))
    throw fieldError('BAD_REQUEST', 'guildId', 'This is not the id of a guild.');
  return { text, scan };
}

function refuseProblem(problem: JsonProblem | null, field: 'text' | 'data'): void {
  if (problem === null) return;
  // Data has no lines of its own.
  const message = field === 'text' ? inWords(problem) : problem.message;
  throw new AppError('BAD_REQUEST', message, { fields: [{ field, message }], problem });
}
