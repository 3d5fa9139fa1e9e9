import type { ReplyInput } from '@tribehall/contract';
import { ApiError, apiStatus } from '../../lib/api/api-error.ts';
import { scanJson } from './json-scan.ts';

type TextReply = Extract<ReplyInput<'GET /databases/{file}'>, { text: string }>;
/** Where a text is wrong; lines and columns count from 1. */
export type JsonProblem = NonNullable<TextReply['problem']>;

/** Where the text stops being JSON; nothing where it parses. What else is refused, the portal knows. */
export function findProblem(text: string): JsonProblem | undefined {
  const stop = scanJson(text);
  if (stop === undefined) return undefined;
  const before = text.slice(0, stop.at);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { message: stop.message, line, column: stop.at - lineStart + 1 };
}

export function placeOf({ line, column }: JsonProblem): string {
  return `Line ${line}, column ${column}.`;
}

/** What a save ends with where the text does not parse: no call is made for it. */
export function notJsonError(problem: JsonProblem): ApiError {
  const message = `This text is not JSON. ${placeOf(problem)} ${problem.message}`;
  return new ApiError({ status: apiStatus.badRequest, code: 'BAD_REQUEST', message });
}

/** The place that the portal complains of. */
export function problemOf(error: unknown): JsonProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('problem' in details)) return undefined;
  return isProblem(details.problem) ? details.problem : undefined;
}

function isProblem(value: unknown): value is JsonProblem {
  if (typeof value !== 'object' || value === null) return false;
  if (!('message' in value) || !('line' in value) || !('column' in value)) return false;
  return typeof value.message === 'string' && typeof value.line === 'number' && typeof value.column === 'number';
}
