import { useNavigate, useSearch } from '@tanstack/react-router';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { readTableSort } from '../../../components/table/table-column.ts';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { onlineColumns } from '../../../features/people/online/online-columns.tsx';
import { OnlineList } from '../../../features/people/online/online-list.tsx';
import { PresenceSearch } from '../../../features/people/online/presence.tsx';
import { useOnlineLive } from '../../../features/people/people.live.ts';
import type { PresenceSpan } from '../../../features/people/people.queries.ts';
import { readTime } from '../../../lib/text/format.ts';

type Params = {
  search?: string;
  sort?: string;
  order?: string;
  from?: string;
  until?: string;
  cluster?: string;
  server?: string;
};

/** Everyone who is online, and who was on at another time. */
export function PlayersPage() {
  const params = useSearch({ from: '/main/user/arkbot/players' });
  const navigate = useNavigate();
  useOnlineLive();
  const { search = '', cluster, server } = params;
  const [from, until] = [readTime(params.from), readTime(params.until)];
  // Of the address, which may be ahead of what is shown.
  const show = (changes: Params, replace = true) =>
    void navigate({
      to: '/arkbot/players',
      search: (latest: Params) => ({ ...latest, ...changes }),
      replace,
      resetScroll: false,
    });
  const open = (playerId: string) => void navigate({ to: '/arkbot/players/$playerId', params: { playerId } });
  return (
    <Page title="Players" aside={<LiveStatus />}>
      <PageSection title="Online now">
        <SearchField
          label="Filter by name, tribe or server"
          value={search}
          onSearch={(next) => show({ search: next })}
        />
        <OnlineList
          filter={search}
          sort={readTableSort(onlineColumns, params, { key: 'name', order: 'asc' })}
          onSort={(next) => show({ sort: next.key, order: next.order })}
          onChoose={open}
        />
      </PageSection>
      <PageSection title="Who was on at …">
        <PresenceSearch
          span={
            from === undefined
              ? undefined
              : { from, until, clusterId: cluster || undefined, serverId: server || undefined }
          }
          onSpan={(span) => show(toParams(span), false)}
          onChoose={open}
        />
      </PageSection>
    </Page>
  );
}

function toParams(span: PresenceSpan | undefined): Params {
  const { from = '', until = '', clusterId = '', serverId = '' } = span ?? {};
  return { from, until, cluster: clusterId, server: serverId };
}
