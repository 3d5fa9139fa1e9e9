import { lazy, Suspense } from 'react';
import { LinkButton } from '../../components/link-button.tsx';
import { useMe } from '../../features/users/users.queries.ts';
import { token } from '../../lib/session.ts';
import { useStoredText } from '../../lib/use-stored-text.ts';
import { paths } from '../paths.ts';

const AccountMenu = lazy(() =>
  import('../../features/users/components/account-menu.tsx').then((module) => ({ default: module.AccountMenu })),
);

/** Logged in counts as soon as there is a token, also while the user is still on the way. */
export function TopBarAccount() {
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  if (isLoggedIn) {
    return (
      <Suspense>
        <AccountMenu username={me?.username ?? 'Account'} />
      </Suspense>
    );
  }
  return (
    <>
      <LinkButton to={paths.login} variant="subtle" color="gray" px="md">
        Log In
      </LinkButton>
      <LinkButton to={paths.register} variant="default">
        Register
      </LinkButton>
    </>
  );
}
