import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Page } from '../components/page.tsx';

/** A page that broke; the shell around it still works. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title="Error">
      <ErrorNotice error={error} onRetry={retry} />
    </Page>
  );
}
