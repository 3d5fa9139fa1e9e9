import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { errorDetails, errorMessage } from '../../lib/api/api-error.ts';
import { NewVersionError } from '../../lib/code/new-version.ts';
import classes from './error-notice.module.css';
import { OutdatedNotice } from './new-version-notice.tsx';
import { Notice } from './notice.tsx';

type Props = { error: unknown; onRetry?: (() => void) | undefined; isRetrying?: boolean };

/** An error in place of content, with the portal's details. */
export function ErrorNotice({ error, onRetry, isRetrying = false }: Props) {
  const details = errorDetails(error);
  if (error instanceof NewVersionError) return <OutdatedNotice />;
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry} loading={isRetrying}>
      Retry
    </Button>
  );
  return (
    <Notice icon={CircleAlert} title={errorMessage(error)} role="alert" action={retry}>
      {details === undefined ? null : <pre className={classes.details}>{details}</pre>}
    </Notice>
  );
}
