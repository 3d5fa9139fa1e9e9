import { positionOf } from '@tribehall/common/json/json-position';
import { visitJson } from '@tribehall/common/json/scan-json';
import type { ReplyInput } from '@tribehall/contract';
import { ApiError, apiStatus } from '../../lib/api/api-error.ts';

type TextReply = Extract<ReplyInput<'GET /databases/{file}'>, { text: string }>;
/** The position is 1-based. */
export type JsonProblem = NonNullable<TextReply['problem']>;

/** Where the text stops being JSON, if it does. The portal has further rules. */
export function findProblem(text: string): JsonProblem | undefined {
  const stop = visitJson(text);
  return stop && { message: stop.message, ...positionOf(text, stop.at) };
}

export function positionText({ line, column }: JsonProblem): string {
  return `Line ${line}, column ${column}.`;
}

/** Shown instead of saving a text that does not parse. */
export function notJsonError(problem: JsonProblem): ApiError {
  const message = `This text is not JSON. ${positionText(problem)} ${problem.message}`;
  return new ApiError({ status: apiStatus.badRequest, code: 'BAD_REQUEST', message });
}

/** The position in the portal's error, if it names one. */
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
