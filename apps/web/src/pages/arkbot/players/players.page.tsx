import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { OnlineList } from '../../../features/people/online/online-list.tsx';
import { readOnlineSort } from '../../../features/people/online/online-sort.ts';
import { PresenceSearch } from '../../../features/people/online/presence.tsx';

type Params = { search?: string; sort?: string; order?: string; from?: string; until?: string; server?: string };

/** Everyone who is online, and who was on at another time. */
export function PlayersPage() {
  const params = useSearch({ from: '/main/user/arkbot/players' });
  const navigate = useNavigate();
  const { search = '', sort, order, from, until, server } = params;
  const show = (changes: Params, replace = true) =>
    void navigate({ to: '/arkbot/players', search: { ...params, ...changes }, replace, resetScroll: false });
  const open = (playerId: string) => void navigate({ to: '/arkbot/players/$playerId', params: { playerId } });
  return (
    <Page title="Players" isWide>
      <PageSection title="Online now">
        <SearchField
          label="Filter by name, tribe or server"
          value={search}
          onSearch={(next) => show({ search: next })}
        />
        <OnlineList
          filter={search}
          sort={readOnlineSort(sort, order)}
          onSort={(next) => show({ sort: next.key, order: next.order })}
          onChoose={open}
        />
      </PageSection>
      <PageSection title="Who was on at …">
        <PresenceSearch
          span={from ? { from, until: until || undefined, serverId: server || undefined } : undefined}
          onSpan={(span) =>
            show({ from: span?.from ?? '', until: span?.until ?? '', server: span?.serverId ?? '' }, false)
          }
          onChoose={open}
        />
      </PageSection>
    </Page>
  );
}
