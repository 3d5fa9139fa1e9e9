import type { ErrorCode } from './errors.ts';

export type Success<Data> = { status: number; data: Data };
export type Failure = { status: number; error: string; code: ErrorCode; details?: unknown };
