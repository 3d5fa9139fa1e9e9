import { linkOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { TextLink } from '../../components/buttons/text-link.tsx';
import { Page } from '../../components/layout/page.tsx';
import { DatabaseWorkbench, type Choice } from '../../features/databases/components/database-workbench.tsx';
import { addressOf, fileOf } from '../../features/databases/database-address.ts';
import { readView } from '../../features/databases/database-views.ts';
import { useDatabasesLive } from '../../features/databases/databases.live.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

const databases = { text: 'Databases', link: linkOptions({ to: '/databases' }) };

export function DatabasePage() {
  const file = fileOf(useParams({ from: '/main/user/owner/databases/$file/$' }));
  const { guildId, view, search = '', versionId } = useSearch({ from: '/main/user/owner/databases/$file/$' });
  const navigate = useNavigate();
  const me = useMe();
  useDatabasesLive();
  const choice: Choice = { guildId, view: readView(view), search, versionId };
  const choose = (change: Partial<Choice>) => {
    const next = { ...choice, ...change };
    void navigate({
      to: '/databases/$file/$',
      params: addressOf(file),
      search: {
        guildId: next.guildId ?? '',
        view: next.view === 'text' ? '' : next.view,
        search: next.search,
        versionId: next.versionId ?? '',
      },
      replace: 'search' in change,
      resetScroll: false,
    });
  };
  const name = visibleText(file);
  return (
    <Page
      title={name}
      tabTitle={`${name} · Databases`}
      crumbs={[databases, { text: file }]}
      aside={
        <>
          <TextLink to="/audit" search={{ target: file }}>
            Activity
          </TextLink>
          <LiveStatus />
        </>
      }
    >
      <DatabaseWorkbench key={file} file={file} userId={me?.id ?? ''} choice={choice} onChoice={choose} />
    </Page>
  );
}
