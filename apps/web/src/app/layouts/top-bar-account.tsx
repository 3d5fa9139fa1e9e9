import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { useMe } from '../../features/users/users.queries.ts';
import { codeQuery } from '../../lib/code/code-query.ts';
import { token } from '../../lib/api/session.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { paths } from '../paths.ts';

const accountMenuCode = codeQuery('account menu', () => import('../../features/users/components/account-menu.tsx'));

/** Logged in counts as soon as there is a token, also while the user is still on the way. */
export function TopBarAccount() {
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  const { data: code } = useQuery({ ...accountMenuCode, enabled: isLoggedIn });
  if (isLoggedIn) return code === undefined ? null : <code.AccountMenu username={me?.username ?? 'Account'} />;
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
