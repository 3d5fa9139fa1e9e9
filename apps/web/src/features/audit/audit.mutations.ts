import type { ReplyInput } from '@tribehall/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Verification = ReplyInput<'POST /audit/verify'>;

export function useVerifyAudit() {
  return useMutation({ mutationFn: () => api('POST /audit/verify') });
}
