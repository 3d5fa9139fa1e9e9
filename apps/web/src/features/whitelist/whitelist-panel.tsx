import { Button, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchField } from '../../components/forms/search-field.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { ErrorNotice } from '../../components/notices/error-notice.tsx';
import { TableSkeleton } from '../../components/table/table-skeleton.tsx';
import { WhitelistForm, type ReachChoice } from './whitelist-form.tsx';
import { WhitelistList } from './whitelist-list.tsx';
import { useWhitelistLive } from './whitelist.live.ts';
import classes from './whitelist.module.css';
import { managementQuery, useManage, whitelistQuery, type WhitelistScope } from './whitelist.queries.ts';

type Props = {
  scope: WhitelistScope;
  /** Where the user may add players, the usual one first. */
  choices: readonly [ReachChoice, ...ReachChoice[]];
};

/** Who may join servers that only let in the players on their whitelist. Read only when it is opened. */
export function WhitelistPanel(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Panel title="Whitelist">
        <Stack gap="md" align="start">
          <Text c="dimmed">
            Who may join when the game is started with <span className={classes.flag}>-exclusivejoin</span>.
          </Text>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Show the whitelist
          </Button>
        </Stack>
      </Panel>
    );
  return (
    <div className={classes.wide}>
      <Panel title="Whitelist" isWide>
        <OpenWhitelist {...props} />
      </Panel>
    </div>
  );
}

function OpenWhitelist({ scope, choices }: Props) {
  useWhitelistLive();
  return (
    <Stack gap="lg">
      {'serverId' in scope ? (
        <ManagementSwitch serverId={scope.serverId} />
      ) : (
        <Text c="dimmed">
          It applies on the servers whose whitelist is managed here; each server's page has a switch for that.
        </Text>
      )}
      <WhitelistForm choices={choices} />
      <Entries scope={scope} />
    </Stack>
  );
}

function ManagementSwitch({ serverId }: { serverId: string }) {
  const query = useQuery(managementQuery(serverId));
  const manage = useManage(serverId);
  return (
    <QueryRegion query={query} skeletonHeight={60}>
      {({ isManaged }) => (
        <Switch
          label="Manage the whitelist of this server here"
          description="Players who are on it already are added to the list below. When off, nothing is changed on the server."
          checked={manage.isPending ? manage.variables : isManaged}
          onChange={(event) => manage.mutate(event.currentTarget.checked)}
        />
      )}
    </QueryRegion>
  );
}

function Entries({ scope }: { scope: WhitelistScope }) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(whitelistQuery(scope, search));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: isNextMissing, fetchNextPage } = query;
  const showMore = () => void fetchNextPage();
  return (
    <QueryRegion query={isNextMissing ? { ...query, error: null } : query} skeleton={<TableSkeleton rows={3} />}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0 && search === '') return <Text c="dimmed">No one is on the whitelist yet.</Text>;
        return (
          <Stack gap="sm">
            <SearchField label="Search by name or ID" value={search} onSearch={setSearch} />
            {entries.length === 0 ? (
              <Text c="dimmed">No one found.</Text>
            ) : (
              <WhitelistList
                entries={entries}
                total={pages[0]?.total ?? entries.length}
                onNearEnd={hasNextPage && !isFetchingNextPage && !isNextMissing ? showMore : undefined}
              />
            )}
            {isNextMissing ? (
              <ErrorNotice error={query.error} onRetry={showMore} isRetrying={isFetchingNextPage} />
            ) : null}
          </Stack>
        );
      }}
    </QueryRegion>
  );
}
