import type * as z from 'zod';
import { AppError } from './errors.ts';

type Issue = z.core.$ZodRawIssue;

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const formatNames: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an ID',
  datetime: 'a date and time',
  date: 'a date',
  time: 'a time',
};

type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

const required = 'This is required.';
const notValid = () => 'This is not valid.';

const sentences = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? required : `This must be ${typeNames[expected] ?? 'of another type'}.`,
  too_small: (issue) =>
    isEmptyText(issue) ? required : `This must be at least ${amount(issue.origin, issue.minimum)}.`,
  too_big: ({ origin, maximum }) => `This must be at most ${amount(origin, maximum)}.`,
  invalid_format: ({ format }) =>
    formatNames[format] === undefined ? "This doesn't have the right format." : `This must be ${formatNames[format]}.`,
  invalid_value: ({ input, values }) => (input === undefined ? required : `This must be ${oneOf(values)}.`),
  not_multiple_of: ({ divisor }) => `This must be a multiple of ${divisor}.`,
  unrecognized_keys: ({ keys }) => `Unknown field: ${firstFew(keys)}.`,
  invalid_union: notValid,
  invalid_key: notValid,
  invalid_element: notValid,
  custom: notValid,
} satisfies { [Code in Issue['code']]: (issue: IssueOf<Code>) => string };

/** A plain sentence for each kind of invalid input; a message in the contract takes precedence. */
export function inputSentence(issue: Issue): string {
  const sentence = sentences[issue.code] as (issue: Issue) => string;
  return sentence(issue);
}

function firstFew(keys: readonly string[]): string {
  return keys
    .slice(0, 5)
    .map((key) => key.slice(0, 40))
    .join(', ');
}

function isEmptyText({ origin, minimum }: { origin?: string; minimum?: unknown }): boolean {
  return origin === 'string' && minimum === 1;
}

function amount(origin: string | undefined, limit: unknown): string {
  const number = String(limit);
  if (origin === 'string') return `${number} ${number === '1' ? 'character' : 'characters'} long`;
  if (origin === 'array' || origin === 'set') return `${number} ${number === '1' ? 'entry' : 'entries'}`;
  return number;
}

function oneOf(values: readonly unknown[]): string {
  const names = values.slice(0, 12).map(String);
  return names.length === 1 ? (names[0] ?? '') : `one of ${names.join(', ')}`;
}

/** Lists the invalid fields; the message names the first one. */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields = issues.slice(0, 20).map(({ path, message }) => ({ field: path.join('.'), message }));
  const first = fields[0];
  const message = first?.field ? `${first.field}: ${first.message}` : 'The request is not valid.';
  return new AppError('BAD_REQUEST', message, { fields });
}
