import fc from 'fast-check';
import * as z from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** Anything that JSON can hold, also what no caller would send. */
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>('', '__proto__', -0, 1e308, [], {}, null),
);

/** Mostly inputs that the schema accepts, and inputs that differ from those in one place or in all. */
export function inputOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return fc.oneof({ weight: 9, arbitrary: valueOf(json) }, { weight: 1, arbitrary: junk });
}

function valueOf(schema: Schema | boolean | undefined): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object') return junk;
  const right = rightValueOf(schema);
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: junk });
}

function rightValueOf(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valueOf));
  if (schema.allOf?.[0] !== undefined) {
    const { allOf, ...rest } = schema;
    return rightValueOf({ ...rest, ...(allOf[0] as Schema) });
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array') return listOf(schema);
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : junk;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, field]) => [name, valueOf(field)] as const);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if (additionalProperties === undefined || typeof additionalProperties === 'boolean') return known;
  return fc
    .tuple(known, fc.dictionary(fc.string(), valueOf(additionalProperties), { maxKeys: 3 }))
    .map(([one, more]) => ({
      ...more,
      ...one,
    }));
}

function listOf({ items, prefixItems, minItems = 0, maxItems = 4 }: Schema): fc.Arbitrary<unknown[]> {
  if (prefixItems) return fc.tuple(...prefixItems.map(valueOf));
  const item = Array.isArray(items) ? junk : valueOf(items);
  return fc.array(item, { minLength: Math.min(minItems, 4), maxLength: Math.min(maxItems, 4) });
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
    .map((at) => at.toISOString()),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};

const others = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('0', '7', '-1', '1e3', ' 1', '0x10', 'Infinity', 'true', '1,2'),
);
const line = fc.string({ minLength: 1, maxLength: 40 });
/** Texts of the same kind share one: the first value of each takes long. */
const texts = new Map<string, fc.Arbitrary<string>>();

function textOf({ format = '', pattern = '' }: Schema): fc.Arbitrary<string> {
  const known = texts.get(pattern + format);
  if (known) return known;
  const text = fc.oneof({ weight: 9, arbitrary: formats[format] ?? matching(pattern) }, others);
  texts.set(pattern + format, text);
  return text;
}

/** A pattern with classes of Unicode, which takes long to run backwards, is one of visible text. */
function matching(pattern: string): fc.Arbitrary<string> {
  if (pattern === '' || /\\p/i.test(pattern)) return line;
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 80 });
  } catch {
    return line;
  }
}

function numberOf({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -1e6, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? 1e6, Number.MAX_SAFE_INTEGER);
  if (type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true });
}
