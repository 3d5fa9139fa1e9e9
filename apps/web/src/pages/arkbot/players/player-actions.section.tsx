import { Group } from '@mantine/core';
import type { ModeratorPower } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MailDialog } from '../../../features/mail/components/mail-dialog.tsx';
import type { Person, PersonServer } from '../../../features/people/people.queries.ts';
import { mayModerate } from '../../../features/sanctions/sanction-powers.ts';
import { PlayerActions } from '../../../features/players/components/player-actions.tsx';
import { serverQuery } from '../../../features/servers/servers.queries.ts';
import { usePowers } from '../../../features/moderators/use-powers.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { SanctionPlayerDialog } from '../sanction-player.dialog.tsx';
import { useModerationPowers } from '../use-moderation-powers.ts';
import { useServerViewer } from '../servers/use-server-viewer.ts';

/** What the user may do to a player, on one of the servers where they may. */
export function PlayerActionsSection({ person }: { person: Person }) {
  const me = useMe();
  const { onServer } = usePowers();
  const linked = new Set(me?.ark.linkedPlayers.map(({ serverId }) => serverId));
  const places = person.servers.filter(
    ({ server, isAdmin }) => isAdmin || linked.has(server.id) || onServer(server.id).some(isAction),
  );
  const [chosenId, setChosenId] = useState<string>();
  // The first is where they are online, or were last.
  const place = places.find(({ server }) => server.id === chosenId) ?? places[0];
  if (place === undefined) return null;
  return (
    <Group component="section" gap="md" align="start" aria-label="Actions">
      <ServerChoice places={places} value={place.server.id} onChange={setChosenId} />
      <ServerActions key={place.server.id} person={person} place={place} />
    </Group>
  );
}

/** Powers that are used on the page of a player. */
function isAction(power: ModeratorPower): boolean {
  return power === 'kick' || power === 'mail' || power === 'console';
}

type ChoiceProps = { places: readonly PersonServer[]; value: string; onChange: (serverId: string) => void };

/** A few side by side, more in a list. */
function ServerChoice({ places, value, onChange }: ChoiceProps) {
  const choices = places.map(({ server }) => [server.id, visibleText(server.name)] as [string, string]);
  const label = 'Server for these actions';
  if (choices.length < 2) return null;
  if (choices.length <= 3)
    return <SegmentedChoice label={label} choices={Object.fromEntries(choices)} value={value} onChange={onChange} />;
  const [first = ['', '']] = choices;
  return (
    <SelectField
      label={label}
      all={first[1]}
      choices={choices.slice(1)}
      value={value === first[0] ? undefined : value}
      onChange={(serverId = first[0]) => onChange(serverId)}
    />
  );
}

function ServerActions({ person, place }: { person: Person; place: PersonServer }) {
  const { viewer } = useServerViewer(place.server.id);
  const query = useQuery(serverQuery(place.server.id));
  const [isMailOpen, setIsMailOpen] = useState(false);
  const [isSanctionOpen, setIsSanctionOpen] = useState(false);
  const powers = useModerationPowers();
  const name = place.name ?? person.name;
  const player = { id: person.id, name };
  return (
    <QueryRegion query={query} skeletonHeight={36}>
      {(server) => (
        <>
          <PlayerActions
            player={player}
            situation={{ server, viewer, isOnline: place.onlineSince !== null, isBanned: place.ban !== null }}
            isOnlyAllowed
            onMail={() => setIsMailOpen(true)}
            onSanction={mayModerate(powers, server) ? () => setIsSanctionOpen(true) : undefined}
          />
          {isMailOpen ? (
            <MailDialog
              recipient={{ serverId: server.id, playerId: person.id, name }}
              instigator={viewer.playerId}
              onClose={() => setIsMailOpen(false)}
            />
          ) : null}
          {isSanctionOpen ? (
            <SanctionPlayerDialog player={player} serverId={server.id} onClose={() => setIsSanctionOpen(false)} />
          ) : null}
        </>
      )}
    </QueryRegion>
  );
}
