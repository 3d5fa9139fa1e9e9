import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import type { Tribe } from '../tribes.queries.ts';
import { TribeClasses } from './tribe-classes.tsx';
import { TribeLog } from './tribe-log.tsx';
import { TribeMembers } from './tribe-members.tsx';
import { TribeSummary } from './tribe-summary.tsx';

type Props = {
  serverId: string;
  tribe: Tribe;
  /** Its structures on the map, where there are any. */
  map: ReactNode;
  search: string;
  onSearch: (search: string) => void;
};

/** A tribe, or one survivor without any: who, what they built and where, and what happened. */
export function TribeDetails({ serverId, tribe, map, search, onSearch }: Props) {
  const { id, isTribe, structureCount, members, log } = tribe;
  return (
    <Stack gap="xl">
      <Panel title={isTribe ? 'Tribe' : 'Survivor'}>
        <TribeSummary tribe={tribe} />
      </Panel>
      <PageSection title={isTribe ? 'Members' : 'Character'}>
        <TribeMembers serverId={serverId} members={members} />
      </PageSection>
      <PageSection title="Structures">
        <TribeClasses serverId={serverId} tribe={tribe} />
        <Group gap="sm">
          <LinkButton
            variant="default"
            to={paths.serverStructures}
            params={{ serverId }}
            search={{ tribes: String(id), view: 'list' }}
          >
            {isTribe ? 'All structures of this tribe' : 'All structures of this survivor'}
          </LinkButton>
          <LinkButton
            variant="default"
            to={paths.serverStructures}
            params={{ serverId }}
            search={{ tribes: String(id), view: 'list', state: 'gone' }}
          >
            What is gone
          </LinkButton>
        </Group>
      </PageSection>
      {structureCount === 0 ? null : <PageSection title="On the map">{map}</PageSection>}
      {log === null || !isTribe ? null : (
        <PageSection title="Tribe log">
          <Text c="dimmed">Only members of the tribe and admins of the server read this.</Text>
          <TribeLog lines={log} search={search} onSearch={onSearch} />
        </PageSection>
      )}
    </Stack>
  );
}
