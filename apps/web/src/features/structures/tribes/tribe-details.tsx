import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';
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

type LogProps = { lines: readonly string[]; search: string; onSearch: (search: string) => void };

/** What happened to the tribe, as the game wrote it; the newest first. */
function TribeLog({ lines, search, onSearch }: LogProps) {
  const wanted = search.toLowerCase();
  const found = lines.filter((line) => line.toLowerCase().includes(wanted)).toReversed();
  return (
    <>
      <SearchField label="Search the log" value={search} onSearch={onSearch} />
      {found.length === 0 ? (
        <Text c="dimmed">{lines.length === 0 ? 'The log is empty.' : 'No lines found.'}</Text>
      ) : (
        <ol
          className={classes.lines}
          aria-label="Lines of the log"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
          tabIndex={0}
        >
          {found.map((line, index) => (
            <li key={`${found.length - index} ${line}`} className={classes.line}>
              <PlainText text={line} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
