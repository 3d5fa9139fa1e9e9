import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../components/notices/error-notice.tsx';
import { Page } from '../components/layout/page.tsx';
import { NewVersionError } from '../lib/code/new-version.ts';
import { useRetryWhenConnected } from '../lib/api/use-connection.ts';

/** A page that broke; the shell around it still works. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useRetryWhenConnected(error, retry);
  return (
    <Page title={error instanceof NewVersionError ? 'New version' : 'Error'}>
      <ErrorNotice error={error} onRetry={retry} />
    </Page>
  );
}
