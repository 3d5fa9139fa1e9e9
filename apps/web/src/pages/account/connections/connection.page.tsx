import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { DiscordReturn } from '../../../features/discord/components/discord-return.tsx';
import { readDiscordError } from '../../../features/discord/link-failures.ts';
import { useSetDiscordConnection } from '../../../features/users/users.mutations.ts';
import { NotFoundPage } from '../../status.pages.tsx';

/** Discord redirects the browser here. */
export function ConnectionPage() {
  const { connectionType } = useParams({ from: '/main/user/account/connections/$connectionType' });
  const { code, state, iss, error } = useSearch({ from: '/main/user/account/connections/$connectionType' });
  const navigate = useNavigate();
  const setDiscordConnection = useSetDiscordConnection();
  const toAccount = () => void navigate({ to: '/account', replace: true });
  if (code === undefined || code === '') {
    const search = error === undefined ? {} : { discord: readDiscordError(error) };
    return <Navigate to="/account" search={search} replace />;
  }
  if (connectionType !== 'discord') return <NotFoundPage />;
  return (
    <Page title="Link Discord">
      <DiscordReturn
        handover={{ code, state: state ?? '', ...(iss !== undefined && { iss }) }}
        onLinked={(connection) => {
          setDiscordConnection(connection);
          toAccount();
        }}
        onUsed={toAccount}
      />
      <div>
        <LinkButton to="/account" variant="default">
          To account
        </LinkButton>
      </div>
    </Page>
  );
}
