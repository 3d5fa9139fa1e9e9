import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { inputSentence, invalidInput } from './invalid-input.ts';

const schema = z.object({
  name: z.string().trim().min(1).max(20),
  email: z.email(),
  password: z.string().min(8),
  count: z.number().int().max(5),
  roles: z.array(z.string()).max(2),
  game: z.enum(['ase', 'asa']),
  at: z.iso.datetime(),
  choice: z.union([z.string(), z.number()]),
  text: z.string().refine((text) => text !== 'both', { message: 'Send either data or text.' }),
  nested: z.strictObject({ on: z.boolean() }),
});
const valid = {
  name: 'a',
  email: 'a@b.test',
  password: '12345678',
  count: 1,
  roles: [],
  game: 'asa',
  at: '2026-03-01T12:00:00Z',
  choice: 1,
  text: 'x',
  nested: { on: true },
};

function fieldsOf(changes: Record<string, unknown>) {
  const result = schema.safeParse({ ...valid, ...changes }, { error: inputSentence });
  return invalidInput(result.error?.issues ?? []).details?.['fields'];
}

describe('invalid input', () => {
  it.each([
    ['name', undefined, 'This is required.'],
    ['name', '', 'This is required.'],
    ['name', 7, 'This must be text.'],
    ['name', 'x'.repeat(21), 'This must be at most 20 characters long.'],
    ['email', 'nobody', 'This must be an email address.'],
    ['password', 'short', 'This must be at least 8 characters long.'],
    ['count', '3', 'This must be a number.'],
    ['count', 1.5, 'This must be a whole number.'],
    ['count', 6, 'This must be at most 5.'],
    ['roles', ['a', 'b', 'c'], 'This must be at most 2 entries.'],
    ['game', 'rust', 'This must be one of ase, asa.'],
    ['at', 'yesterday', 'This must be a date and time.'],
    ['choice', {}, 'This is not valid.'],
    ['text', 'both', 'Send either data or text.'],
  ])('is reported in a plain sentence: %s = %j', (field, value, message) => {
    expect(fieldsOf({ [field]: value })).toEqual([{ field, message }]);
  });

  it('names nested and unknown fields', () => {
    expect(fieldsOf({ nested: { on: 'yes', extra: 1 } })).toEqual([
      { field: 'nested.on', message: 'This must be true or false.' },
      { field: 'nested', message: 'Unknown field: extra.' },
    ]);
  });
});
