import fastJson from 'fast-json-stringify';
import * as z from 'zod';

/** Writes `{ status, data }`. Keys that the schema does not name stay here: what a caller may not see is not sent. */
export function buildSerializer(data: z.ZodType): (reply: { status: number; data: unknown }) => string {
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' });
  return fastJson({
    type: 'object',
    properties: { status: { type: 'integer' }, data: schema },
    required: ['status', 'data'],
  } as Parameters<typeof fastJson>[0]);
}
