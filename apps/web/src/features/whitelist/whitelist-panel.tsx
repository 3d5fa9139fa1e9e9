import { Button, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../components/layout/panel.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { WhitelistForm, type ReachChoice } from './whitelist-form.tsx';
import { WhitelistList } from './whitelist-list.tsx';
import { managementQuery, useManage, whitelistQuery, type WhitelistScope } from './whitelist.queries.ts';

type Props = {
  scope: WhitelistScope;
  /** Where the user may add players, the usual one first. */
  choices: readonly [ReachChoice, ...ReachChoice[]];
};

/** Who may join servers that only let in the players on their whitelist. Read only when it is opened. */
export function WhitelistPanel({ scope, choices }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Whitelist">
      {isOpen ? (
        <Stack gap="lg">
          {'serverId' in scope ? <ManagementSwitch serverId={scope.serverId} /> : null}
          <WhitelistForm choices={choices} />
          <Entries scope={scope} />
        </Stack>
      ) : (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Show the whitelist
        </Button>
      )}
    </Panel>
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
  const query = useQuery(whitelistQuery(scope));
  return (
    <QueryRegion query={query} skeletonHeight={120}>
      {({ entries, total }) =>
        entries.length === 0 ? (
          <Text c="dimmed">No one is on the whitelist yet.</Text>
        ) : (
          <WhitelistList entries={entries} total={total} />
        )
      }
    </QueryRegion>
  );
}
