import { Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { ApiError, apiStatus, errorMessage, fieldErrors } from '../../../lib/api/api-error.ts';
import { foundCount } from '../found-count.ts';

/** What other characters would solve: nothing is broken, and trying again does not help. */
export function isExplained(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === apiStatus.payloadTooLarge || 'characters' in fieldErrors(error);
}

export function WordsProblem({ error }: { error: ApiError }) {
  const isTooMany = error.status === apiStatus.payloadTooLarge;
  return (
    <Notice icon={TriangleAlert} role="status" title={fieldErrors(error)['characters'] ?? errorMessage(error)}>
      {isTooMany ? <Text>{foundCount(error)}</Text> : null}
    </Notice>
  );
}
