import type { ReplyInput } from '@tribehall/contract';

export type AuditEntry = ReplyInput<'GET /audit'>['entries'][number];
