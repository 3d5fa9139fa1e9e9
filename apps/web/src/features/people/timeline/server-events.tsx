import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { TonedIcon } from '../../../components/display/toned-icon.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { serverEventsQuery, type JournalEntry } from '../people.queries.ts';
import { groupOf, groupTones, journalGroups } from './journal-groups.ts';
import { sentenceOf, type SentencePart } from './journal-sentence.ts';
import classes from './server-events.module.css';

const most = 10;

/** What happened on a server lately, as far as the viewer may see it. */
export function ServerEvents({ serverId }: { serverId: string }) {
  const query = useQuery(serverEventsQuery(serverId));
  return (
    <Panel title="Recent events">
      <QueryRegion query={query} skeletonHeight={240}>
        {({ entries, isHistoryVisible }) => (
          <>
            {entries.length === 0 ? <Text c="dimmed">Nothing has happened in the last 7 days.</Text> : null}
            <ul className={classes.events}>
              {entries.slice(0, most).map((entry) => (
                <ServerEvent key={entry.id} entry={entry} />
              ))}
            </ul>
            {isHistoryVisible ? null : (
              <Text size="sm" c="dimmed" mt="sm">
                What players did is visible to admins of this server only.
              </Text>
            )}
          </>
        )}
      </QueryRegion>
    </Panel>
  );
}

function ServerEvent({ entry }: { entry: JournalEntry }) {
  const group = groupOf(entry.kind);
  const { icon, label } = journalGroups[group];
  return (
    <li className={classes.event}>
      <span className={classes.mark} title={label}>
        <TonedIcon icon={icon} tone={groupTones[group]} />
        <VisuallyHidden>{label}: </VisuallyHidden>
      </span>
      <span className={classes.sentence}>
        {partsOf(entry).map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </span>
      <span className={classes.time}>
        <TimeAgo at={entry.at} />
      </span>
    </li>
  );
}

const serverDeeds: Partial<Record<JournalEntry['kind'], string>> = {
  joined: 'joined',
  left: 'left',
  up: 'The server came online',
  down: 'The server went offline',
  started: 'The game started',
};

/** On the page of the server, its name need not be repeated. */
function partsOf(entry: JournalEntry): SentencePart[] {
  const deed = serverDeeds[entry.kind];
  if (deed === undefined) return sentenceOf(entry, '');
  const { player } = entry;
  return player === null ? [deed] : [{ name: player.name ?? '', playerId: player.id }, ` ${deed}`];
}

function Part({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return part;
  if (!part.playerId) return <PlainText text={part.name} />;
  return <PlayerLink playerId={part.playerId} name={part.name} />;
}
