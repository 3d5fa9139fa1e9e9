import { inputOf } from '@tribehall/contract/any-input.fixture';
import { routes } from '@tribehall/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { inputSentence, invalidInput } from './invalid-input.ts';

it('explains any refused body or query in sentences, one for each field', () => {
  const schemas = Object.values(routes).flatMap((route) =>
    ['query', 'body'].flatMap((part) => {
      const schema = (route as Record<string, unknown>)[part];
      return schema instanceof z.ZodType ? schema : [];
    }),
  );
  const inputs = new Map<z.ZodType, fc.Arbitrary<unknown>>();
  const inputFor = (schema: z.ZodType) => {
    const input = inputs.get(schema) ?? inputOf(schema);
    inputs.set(schema, input);
    return input;
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...schemas).chain((schema) => fc.tuple(fc.constant(schema), inputFor(schema))),
      ([schema, input]) => {
        const { error } = schema.safeParse(input, { error: inputSentence });
        if (!error) return;
        const { status, details, message } = invalidInput(error.issues);
        const { fields } = details as { fields: { field: string; message: string }[] };
        expect([status, message === '']).toEqual([400, false]);
        expect(fields.length).toBeGreaterThan(0);
        expect(fields.length).toBeLessThanOrEqual(20);
        for (const field of fields) expect(field.message).toMatch(/^[^\s].*[.!?>]$/s);
      },
    ),
    { numRuns: (fc.readConfigureGlobal().numRuns ?? 100) * 2 },
  );
});
