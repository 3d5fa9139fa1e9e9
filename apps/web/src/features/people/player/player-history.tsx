import { Text } from '@mantine/core';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tabs } from '../../../components/layout/tabs.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import type { Person } from '../people.queries.ts';
import { PlayerActionList } from '../records/player-action-list.tsx';
import { PlayerChat } from '../records/player-chat.tsx';
import { readGroups } from '../timeline/journal-groups.ts';
import { periodParams, readPeriod } from '../timeline/period.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { playerViews, readMessageId, type PlayerParams, type PlayerView } from './player-params.ts';
import { PlayerSessions } from './session-table.tsx';

export type HistoryProps = {
  person: Person;
  params: PlayerParams;
  onParams: (params: PlayerParams) => void;
  /** The content of its tab. */
  mail: ReactNode;
  /** The content of its tab; null for those who may not see it. */
  sanctions: ReactNode;
};

/** What is known about a player, in tabs; those that the viewer may not open are left out. */
export function PlayerHistory({ person, params, onParams, mail, sanctions }: HistoryProps) {
  const isHidden = person.servers.every(({ isHistoryVisible }) => !isHistoryVisible);
  const isModerator = person.servers.some((place) => place.isModerator);
  const hidden: PlayerView[] = [
    ...(isHidden ? (['timeline', 'chat', 'sessions'] as const) : []),
    ...(isModerator ? [] : (['actions'] as const)),
    ...(sanctions === null ? (['sanctions'] as const) : []),
  ];
  const views = playerViews.filter(([view]) => !hidden.includes(view));
  const current = views.find(([view]) => view === params.view)?.[0] ?? views[0]?.[0] ?? 'mail';
  return (
    <>
      {isHidden ? (
        <Notice icon={Lock} title="You can't see this player's history.">
          <Text c="dimmed">The admins of these servers keep the history to themselves.</Text>
        </Notice>
      ) : null}
      <Tabs
        label="What is known about this player"
        tabs={views}
        value={current}
        onChange={(view) => onParams({ ...params, view: view === 'timeline' ? '' : view })}
      >
        <View view={current} person={person} params={params} onParams={onParams} mail={mail} sanctions={sanctions} />
      </Tabs>
    </>
  );
}

function View({ view, person, params, onParams, mail, sanctions }: HistoryProps & { view: PlayerView }) {
  const servers = person.servers.flatMap((place) => (place.isHistoryVisible ? [place.server] : []));
  const serverId = params.server || undefined;
  switch (view) {
    case 'timeline':
      return (
        <Timeline
          playerId={person.id}
          servers={servers}
          hasSanctions={sanctions !== null}
          entryId={params.entry || undefined}
          filters={{ groups: readGroups(params.show), serverId, ...readPeriod(params) }}
          onFilters={({ groups, serverId: server = '', ...period }) =>
            onParams({ ...params, entry: '', show: groups.join(','), server, ...periodParams(period) })
          }
        />
      );
    case 'chat':
      return (
        <PlayerChat
          playerId={person.id}
          servers={servers}
          filters={{ search: params.search ?? '', serverId, upTo: readMessageId(params.message) }}
          onFilters={({ search, serverId: server = '' }) => onParams({ ...params, message: '', search, server })}
        />
      );
    case 'sessions':
      return <PlayerSessions playerId={person.id} />;
    case 'actions':
      return <PlayerActionList playerId={person.id} />;
    case 'sanctions':
      return sanctions;
    case 'mail':
      break;
  }
  return mail;
}
