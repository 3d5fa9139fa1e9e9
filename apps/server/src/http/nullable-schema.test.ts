import { routes } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildSerializer } from '../mount.ts';
import { withNullable } from './nullable-schema.ts';

const date = new Date(0);

describe('a value that may be null', () => {
  it.each([
    ['a text', z.string().nullable(), 'x"y'],
    ['a number', z.number().nullable(), 1.5],
    ['a whole number', z.number().int().nullable(), 7],
    ['a yes or no', z.boolean().nullable(), false],
    ['one of several', z.enum(['a', 'b']).nullable(), 'a'],
    ['a list', z.array(z.string().nullable()).nullable(), ['a', null]],
    ['an object', z.object({ a: z.object({ b: z.number().nullable() }).nullable() }).nullable(), { a: { b: null } }],
    ['an object in a union', z.union([z.object({ a: z.string().nullable() }), z.number()]).nullable(), { a: null }],
    ['a record', z.record(z.string(), z.number().nullable()).nullable(), { a: null, b: 1 }],
  ])('is written as it is: %s', (_, schema, value) => {
    const serialize = buildSerializer(z.object({ value: schema, more: schema.optional() }));
    const written = (data: unknown) => JSON.parse(serialize({ status: 200, data })) as unknown;
    expect(written({ value })).toEqual({ status: 200, data: { value } });
    expect(written({ value: null, more: null })).toEqual({ status: 200, data: { value: null, more: null } });
    expect(buildSerializer(schema)({ status: 200, data: null })).toBe('{"status":200,"data":null}');
  });

  it('is a moment', () => {
    const schema = z.object({ at: z.date().nullable() });
    const serialize = buildSerializer(schema);
    expect(serialize({ status: 200, data: { at: date } })).toBe(
      '{"status":200,"data":{"at":"1970-01-01T00:00:00.000Z"}}',
    );
    expect(serialize({ status: 200, data: { at: null } })).toBe('{"status":200,"data":{"at":null}}');
  });
});

it('needs no validation of "this or null" in any reply of the portal', () => {
  const isThisOrNull = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    ((Array.isArray((schema as { anyOf?: unknown[] }).anyOf) &&
      (schema as { anyOf: { type?: unknown }[] }).anyOf.length === 2 &&
      (schema as { anyOf: { type?: unknown }[] }).anyOf.every(({ type }) => typeof type === 'string') &&
      (schema as { anyOf: { type?: unknown }[] }).anyOf.some(({ type }) => type === 'null')) ||
      Object.values(schema).some(isThisOrNull));
  const replies = Object.values(routes).flatMap((route) => ('reply' in route ? [route.reply as z.ZodType] : []));
  expect(replies.length).toBeGreaterThan(100);
  const schemas = replies
    .filter((reply) => reply instanceof z.ZodType)
    .map((reply) => z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any' }));
  expect(schemas.some(isThisOrNull)).toBe(true);
  expect(schemas.map(withNullable).some(isThisOrNull)).toBe(false);
});
