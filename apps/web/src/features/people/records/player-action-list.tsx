import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RecordList, RecordNote, RecordRow } from '../../../components/display/record-list.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { playerActionsQuery, type PersonAction } from '../people.queries.ts';
import { lookOf, outcomeOf } from './action-words.ts';

/** What Admins did to a player, newest first; bans and unbans are among it. */
export function PlayerActionList({ playerId }: { playerId: string }) {
  const query = useInfiniteQuery(playerActionsQuery(playerId));
  return (
    <PageList query={query} itemsOf={(page) => page.actions} empty={<NoActions />}>
      {(actions) => (
        <RecordList items={actions}>{(action) => <ActionRow key={action.id} action={action} />}</RecordList>
      )}
    </PageList>
  );
}

function ActionRow({ action }: { action: PersonAction }) {
  const { label, words, icon, tone } = lookOf(action);
  const outcome = outcomeOf(action);
  return (
    <RecordRow at={action.at} icon={icon} label={label} tone={tone} server={serverName(action)}>
      <p>
        <PlainText text={action.actor} /> {visibleText(words)}
        {outcome === undefined ? null : (
          <>
            {' '}
            <StatusDot tone={outcome.tone} word={outcome.text} />
          </>
        )}
      </p>
      {action.command === null ? null : (
        <RecordNote>
          <code>
            <PlainText text={action.command} />
          </code>
        </RecordNote>
      )}
    </RecordRow>
  );
}

function serverName({ server }: PersonAction): string | null {
  return server === null ? null : (server.name ?? 'Removed server');
}

function NoActions() {
  return (
    <Notice icon={Gavel} title="No actions yet.">
      <Text c="dimmed">Kills, bans, console commands and mail to this player appear here, with who sent them.</Text>
    </Notice>
  );
}
