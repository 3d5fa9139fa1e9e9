import { rpcErrors } from '@tribehall/contract/link.contract';
import type * as z from 'zod';
import { LineError } from './links.line.ts';

/** What an agent said, checked; or what is wrong with it, to be told. */
export function read<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> | LineError {
  const result = schema.safeParse(params ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return new LineError(rpcErrors.invalidParams, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}
