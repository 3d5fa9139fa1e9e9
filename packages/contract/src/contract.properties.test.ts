import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { agentEvents, hello } from './agent/agent.contract.ts';
import { commands } from './agent/commands.ts';
import { inputOf } from './any-input.fixture.ts';
import { routes, splitTopic, topics } from './registry.ts';

/** Every schema that outside input goes through. */
const schemas: Record<string, z.ZodType> = {
  hello: hello.params,
  ...Object.fromEntries(Object.entries(agentEvents).map(([name, schema]) => [`event ${name}`, schema])),
  ...Object.fromEntries(
    Object.entries(commands).flatMap(([name, { params, result }]) => [
      [`params of ${name}`, params],
      [`result of ${name}`, result],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(routes).flatMap(([key, route]) =>
      (['params', 'query', 'body'] as const).flatMap((part) => {
        const schema = (route as Partial<Record<typeof part, unknown>>)[part];
        return schema instanceof z.ZodType ? [[`${part} of ${key}`, schema]] : [];
      }),
    ),
  ),
};
const any = fc
  .constantFrom(...Object.entries(schemas).map(([name, schema]) => ({ name, schema, input: inputOf(schema) })))
  .chain(({ name, schema, input }) => input.map((value) => ({ name, schema, value })));
const numRuns = (fc.readConfigureGlobal().numRuns ?? 100) * 3;

/** What would be sent for this; undefined where the schema works in one direction only. */
function encode(schema: z.ZodType, output: unknown): { wire: unknown } | undefined {
  try {
    return { wire: z.encode(schema, output) };
  } catch (error) {
    if (error instanceof z.core.$ZodEncodeError) return undefined;
    throw error;
  }
}

it('accepts or refuses any input without failing, and what it accepted once more, after a way over the wire, as the same', () => {
  let accepted = 0;
  fc.assert(
    fc.property(any, ({ schema, value }) => {
      const { data, error } = schema.safeParse(value);
      for (const { path, message } of error?.issues ?? []) {
        expect(path.every((step) => ['string', 'number'].includes(typeof step))).toBe(true);
        expect(message).not.toBe('');
      }
      const sent = error ? undefined : encode(schema, data);
      if (!sent) return;
      accepted += 1;
      const again = schema.parse(JSON.parse(JSON.stringify(sent.wire)));
      // As JSON: the number -0 becomes 0 on the way.
      expect(JSON.stringify(again)).toBe(JSON.stringify(data));
    }),
    { numRuns },
  );
  expect(accepted).toBeGreaterThan(numRuns / 3);
});

it('splits a topic into the two parts it is made of, and takes nothing else for one', () => {
  const piece = fc.constantFrom(
    ...Object.keys(topics),
    '/',
    '__proto__',
    'constructor',
    'toString',
    'a',
    '..',
    '%2f',
    '',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      const ref = pieces.join('');
      const topic = splitTopic(ref);
      if (!topic) return;
      expect(Object.keys(topics)).toContain(topic.name);
      expect(topics[topic.name].isKeyed).toBe(topic.key !== undefined);
      expect(topic.key === undefined ? topic.name : `${topic.name}/${topic.key}`).toBe(ref);
    }),
  );
  for (const [name, { isKeyed }] of Object.entries(topics))
    expect(splitTopic(isKeyed ? `${name}/a-1` : name)?.name).toBe(name);
});
