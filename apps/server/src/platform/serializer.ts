import fastJson from 'fast-json-stringify';
import * as z from 'zod';

/** Writes `{ status, data }`. Keys that are not in the schema are dropped, so nothing is sent by accident. */
export function buildSerializer(data: z.ZodType): (reply: { status: number; data: unknown }) => string {
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' });
  return fastJson({
    type: 'object',
    properties: { status: { type: 'integer' }, data: schema },
    required: ['status', 'data'],
  } as Parameters<typeof fastJson>[0]);
}
