import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TribeClasses } from './tribe-classes.tsx';
import classes from './tribe-details.module.css';
import { TribeMembers } from './tribe-members.tsx';
import { TribeSummary } from './tribe-summary.tsx';
import type { Tribe } from './tribes.queries.ts';

type Props = {
  serverId: string;
  tribe: Tribe;
  /** Its structures on the map. */
  map: ReactNode;
  search: string;
  onSearch: (search: string) => void;
};

/** A tribe, or a single survivor without one. */
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
      {log === null || !isTribe ? null : (
        <PageSection title="Tribe log">
          <Text c="dimmed">Only tribe members and server admins can see this.</Text>
          <TribeLog entries={log} search={search} onSearch={onSearch} />
        </PageSection>
      )}
    </Stack>
  );
}

type LogProps = { entries: readonly string[]; search: string; onSearch: (search: string) => void };

/** The game's tribe log, newest first. */
function TribeLog({ entries, search, onSearch }: LogProps) {
  const needle = search.toLowerCase();
  const found = entries.filter((entry) => entry.toLowerCase().includes(needle)).toReversed();
  return (
    <>
      <SearchField label="Search the log" value={search} onSearch={onSearch} />
      {found.length === 0 ? (
        <Text c="dimmed">{entries.length === 0 ? 'The log is empty.' : 'No entries found.'}</Text>
      ) : (
        <ol
          className={classes.entries}
          aria-label="Log entries"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
          tabIndex={0}
        >
          {found.map((entry, index) => (
            <li key={`${found.length - index} ${entry}`} className={classes.entry}>
              <PlainText text={entry} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
