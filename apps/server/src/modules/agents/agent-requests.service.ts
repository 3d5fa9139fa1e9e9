import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import type * as z from 'zod';
import { eachInTurns, type NextTurn } from '../../platform/turns.ts';
import type { ConnectionIdentity, Refusal } from './agent-connection.ts';

/** A request of an agent that is answered with an error. */
export class RequestError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The connection was closed with a reason: there is nobody to reply to. */
export class ConnectionClosedError extends Error {}

/** Requests that an agent may send, by method. They run one after the other. */
export type AgentMethods = Record<string, (params: unknown) => Promise<unknown>>;

/** What a method can use of its connection. */
export type MethodContext = {
  identity: ConnectionIdentity;
  /** Runs database work, bounded over all connections. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Comes before each slice of long work: one connection at a time has a turn. */
  nextTurn: NextTurn;
  /** Returns the outcome; closes the connection where it was refused. */
  accept: <T extends object>(outcome: T | Refusal) => T;
  clockAheadMs: () => number;
};

/** Parses the parameters of a request; returns the error to reply with where they are not valid. */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown,
): z.output<Schema> | RequestError {
  const result = schema.safeParse(params ?? {});
  return result.success ? result.data : refuse(result.error);
}

type Part = { name: string; offset: number; items: unknown[] };

const partLength = 50;

/** The same for parameters with lists of up to `maxItems`: they are parsed in slices, so that other connections do not wait for the whole. */
export async function parseParamsInTurns<Schema extends z.ZodObject>(
  schema: Schema,
  params: unknown,
  { maxItems, nextTurn }: { maxItems: number; nextTurn: NextTurn },
): Promise<z.output<Schema> | RequestError> {
  if (typeof params !== 'object' || params === null) return parseParams(schema, params);
  // Not all of them: a message may have thousands that nobody asked for.
  const given = params as Record<string, unknown>;
  const fields = Object.keys(schema.shape).flatMap((name): [string, unknown][] =>
    Object.hasOwn(given, name) ? [[name, given[name]]] : [],
  );
  const lists = fields.filter((field): field is [string, unknown[]] => Array.isArray(field[1]));
  // A list that is too long is refused without looking at its items.
  if (lists.some(([, list]) => list.length > maxItems)) return parseParams(schema, params);
  const emptied = fields.map(([name, value]) => [name, Array.isArray(value) ? [] : value] as const);
  const checked = parseParams(schema, Object.fromEntries(emptied));
  if (checked instanceof RequestError) return checked;
  const plain = Object.fromEntries(fields.filter(([, value]) => typeof value !== 'object'));
  const taken = checked as Record<string, unknown[]>;
  let fault: RequestError | undefined;
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
function refuse({ issues: [issue] }: z.ZodError, offset = 0): RequestError {
  const path = issue?.path.map((step, index) => (index === 1 && typeof step === 'number' ? step + offset : step));
  return new RequestError(rpcErrors.invalidParams, `${path?.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}
