import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TribeClasses } from './tribe-classes.tsx';
import { TribeMembers } from './tribe-members.tsx';
import { TribeSummary } from './tribe-summary.tsx';
import type { Tribe } from './tribes.queries.ts';

type Props = {
  serverId: string;
  tribe: Tribe;
  /** Its structures on the map. */
  map: ReactNode;
  /** For those who may read it. */
  log: ReactNode;
};

/** A tribe, or a single survivor without one. */
export function TribeDetails({ serverId, tribe, map, log }: Props) {
  const { id, isTribe, structureCount, members } = tribe;
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
            to="/arkbot/servers/$serverId/structures"
            params={{ serverId }}
            search={{ tribes: String(id), view: 'list' }}
          >
            {isTribe ? 'All structures of this tribe' : 'All structures of this survivor'}
          </LinkButton>
          <LinkButton
            variant="default"
            to="/arkbot/servers/$serverId/structures"
            params={{ serverId }}
            search={{ tribes: String(id), view: 'list', state: 'gone' }}
          >
            Lost structures
          </LinkButton>
        </Group>
      </PageSection>
      {structureCount === 0 ? null : <PageSection title="On the map">{map}</PageSection>}
      {tribe.log === null || !isTribe ? null : (
        <PageSection title="Tribe log">
          <Text c="dimmed">Only tribe members, and admins and moderators of the server, can see this.</Text>
          {log}
        </PageSection>
      )}
    </Stack>
  );
}
