import { rpcErrors } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import { eachInTurns, type NextTurn } from '../../platform/turns.ts';
import { LineError } from './links.line.ts';

/** What an agent said, checked; or what is wrong with it, to be told. */
export function read<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> | LineError {
  const result = schema.safeParse(params ?? {});
  return result.success ? result.data : refuse(result.error);
}

type Part = { name: string; offset: number; items: unknown[] };

const partLength = 50;

/** The same where lists of up to `maxItems` are in it: they are checked in parts, so that nobody waits for the whole. */
export async function readInTurns<Schema extends z.ZodObject>(
  schema: Schema,
  params: unknown,
  { maxItems, nextTurn }: { maxItems: number; nextTurn: NextTurn },
): Promise<z.output<Schema> | LineError> {
  const fields = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  const lists = fields.filter(
    (field): field is [string, unknown[]] => Object.hasOwn(schema.shape, field[0]) && Array.isArray(field[1]),
  );
  // One that is too long is refused without a look at its items.
  if (lists.some(([, list]) => list.length > maxItems)) return read(schema, params);
  const checked = read(schema, { ...(params as object), ...Object.fromEntries(lists.map(([name]) => [name, []])) });
  if (checked instanceof LineError) return checked;
  const plain = Object.fromEntries(fields.filter(([, value]) => typeof value !== 'object'));
  const taken = checked as Record<string, unknown[]>;
  let fault: LineError | undefined;
  await eachInTurns(lists.flatMap(toParts), nextTurn, ({ name, offset, items }) => {
    const part = fault ? undefined : schema.safeParse({ ...plain, [name]: items });
    if (part?.success) taken[name]?.push(...((part.data as Record<string, unknown[]>)[name] ?? []));
    else if (part) fault = refuse(part.error, offset);
  });
  return fault ?? checked;
}

function toParts([name, list]: [string, unknown[]]): Part[] {
  return Array.from({ length: Math.ceil(list.length / partLength) }, (_, index) => {
    const offset = index * partLength;
    return { name, offset, items: list.slice(offset, offset + partLength) };
  });
}

/** `offset`: how many items of the list come before those that were checked. */
function refuse({ issues: [issue] }: z.ZodError, offset = 0): LineError {
  const path = issue?.path.map((step, index) => (index === 1 && typeof step === 'number' ? step + offset : step));
  return new LineError(rpcErrors.invalidParams, `${path?.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}
