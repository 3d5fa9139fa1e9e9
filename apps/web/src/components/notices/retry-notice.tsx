import { Text } from '@mantine/core';
import { retryAt } from '../../lib/api/api-error.ts';
import { formatLength } from '../../lib/text/format.ts';
import { ErrorNotice } from './error-notice.tsx';
import { useSecondsRemaining } from '../display/use-seconds-remaining.ts';

/** An error; for a rate limit, a countdown until the next try. */
export function RetryNotice({ error }: { error: unknown }) {
  const until = retryAt(error);
  const seconds = useSecondsRemaining(until);
  if (error === null || error === undefined) return null;
  if (until === undefined) return <ErrorNotice error={error} />;
  return (
    <Text role="alert" c="var(--mantine-color-error)">
      {seconds === 0 ? 'You can try again now.' : `Too many tries. Try again in ${formatLength(seconds)}.`}
    </Text>
  );
}
