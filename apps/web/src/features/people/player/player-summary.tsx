import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import { formatDateTime, formatDuration } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { Person } from '../people.queries.ts';
import { summarizePerson, type PersonSummary } from './person-summary.ts';

/** Where a player is, or was last. */
export function PlayerPresence({ person }: { person: Person }) {
  const { online, lastSeen, bannedOn } = summarizePerson(person);
  const nowMs = useNow();
  return (
    <Stack gap="xs">
      {person.isYou ? <Text fw={600}>This is you.</Text> : null}
      {online.map(({ server, since }) => (
        <Text key={server.id}>
          <StatusDot tone="good" word="Online" /> on{' '}
          <TextLink to="/arkbot/servers/$serverId" params={{ serverId: server.id }}>
            <PlainText text={server.name} />
          </TextLink>{' '}
          for{' '}
          <time dateTime={since} {...titleOnHover(() => `Since ${formatDateTime(since)}`)}>
            {formatDuration(nowMs - Date.parse(since))}
          </time>
        </Text>
      ))}
      {online.length > 0 ? null : (
        <Text>
          <StatusDot tone="quiet" word={lastSeen === null ? 'Not online' : 'Last seen'} />
          {lastSeen === null ? null : (
            <>
              {' '}
              <TimeAgo at={lastSeen.at} /> on <PlainText text={lastSeen.server.name} />
            </>
          )}
        </Text>
      )}
      {bannedOn.map(({ id, name }) => (
        <Text key={id}>
          <StatusDot tone="danger" word="Banned" /> on <PlainText text={name} />
        </Text>
      ))}
    </Stack>
  );
}

/** Who a player is: playtime, names, account. */
export function PlayerSummary({ person }: { person: Person }) {
  const summary = summarizePerson(person);
  const { account, id } = person;
  return (
    <Stack gap="md">
      <Facts>
        <dt>Playtime</dt>
        <dd>{playtimeText(summary)}</dd>
        {summary.firstSeenAt === null ? null : (
          <>
            <dt>First seen</dt>
            <dd>
              <TimeAgo at={summary.firstSeenAt} />
            </dd>
          </>
        )}
        {summary.otherNames.length === 0 ? null : (
          <>
            <dt>Also known as</dt>
            <dd>
              <OtherNames names={summary.otherNames} />
            </dd>
          </>
        )}
        {account === null ? null : <Account account={account} />}
      </Facts>
      <CopyField label="Player ID" value={id} />
    </Stack>
  );
}

function Account({ account }: { account: NonNullable<Person['account']> }) {
  return (
    <>
      <dt>Account</dt>
      <dd>
        <PlainText text={account.name} />
      </dd>
      {account.discordName === null ? null : (
        <>
          <dt>Discord</dt>
          <dd>
            <PlainText text={account.discordName} />
          </dd>
        </>
      )}
    </>
  );
}

const shownNames = 5;

function OtherNames({ names }: { names: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? names : names.slice(0, shownNames);
  const hiddenCount = names.length - shown.length;
  return (
    <>
      {shown.map((name, index) => (
        <span key={name}>
          {index === 0 ? '' : ', '}
          <PlainText text={name} />
        </span>
      ))}
      {hiddenCount === 0 ? null : (
        <>
          {' '}
          <RowButton onClick={() => setIsOpen(true)}>{`and ${hiddenCount} more`}</RowButton>
        </>
      )}
    </>
  );
}

function playtimeText({ playtimeMs, playedServerCount, hiddenCount }: PersonSummary): string {
  if (playtimeMs === null) return hiddenCount > 0 ? 'not visible to you' : 'not known yet';
  const servers = playedServerCount === 1 ? '1 server' : `${playedServerCount} servers`;
  const hidden = hiddenCount === 0 ? '' : `, and ${hiddenCount} more that you can't see`;
  return `${formatDuration(playtimeMs)} on ${servers}${hidden}`;
}
