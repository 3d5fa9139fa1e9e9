import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/link-button.tsx';
import { Page } from '../../../components/page.tsx';
import { DiscordReturn } from '../../../features/discord/components/discord-return.tsx';
import { useSetDiscordConnection } from '../../../features/users/users.mutations.ts';
import { NotFoundPage } from '../../not-found.page.tsx';

/** Where Discord sends the browser back to. */
export function ConnectionPage() {
  const { connectionType } = useParams({ from: '/main/user/account/connections/$connectionType' });
  const { code, state } = useSearch({ from: '/main/user/account/connections/$connectionType' });
  const navigate = useNavigate();
  const setDiscordConnection = useSetDiscordConnection();
  if (code === undefined || code === '') return <Navigate to={paths.account} replace />;
  if (connectionType !== 'discord') return <NotFoundPage />;
  return (
    <Page title="Link Discord">
      <DiscordReturn
        code={code}
        state={state ?? ''}
        onLinked={(connection) => {
          setDiscordConnection(connection);
          void navigate({ to: paths.account, replace: true });
        }}
      />
      <div>
        <LinkButton to={paths.account} variant="default">
          To account
        </LinkButton>
      </div>
    </Page>
  );
}
