import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { PlayerMailList } from '../../../features/mail/components/player-mail-list.tsx';
import { personQuery } from '../../../features/people/people.queries.ts';
import { NotesPanel } from '../../../features/people/notes/notes-panel.tsx';
import { PlayerFlagBadges, PlayerFlagButtons } from '../../../features/people/notes/player-flags.tsx';
import { PersonalDataPanel } from '../../../features/people/personal-data/personal-data-panel.tsx';
import { ReportButton } from '../../../features/reports/components/report-button.tsx';
import { Face } from '../../../components/people/face.tsx';
import { PlayerProfile } from '../../../features/people/player/player-profile.tsx';
import { ActiveSanctions, PlayerSanctions } from '../../../features/sanctions/components/player-sanctions.tsx';
import { isModerator } from '../../../features/sanctions/sanction-powers.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { hasCode } from '../../../lib/api/api-error.ts';
import { headingText } from '../../../lib/text/visible-text.ts';
import { useModerationPowers } from '../use-moderation-powers.ts';
import { PlayerActionsSection } from './player-actions.section.tsx';

/** As in the contract: others would only be refused. */
const idPattern = /^(\d{15,20}|[0-9a-f]{32})$/;

const players = { text: 'Players', link: linkOptions({ to: '/arkbot/players' }) };
const seeOnline = <LinkButton to="/arkbot/players">See who is online</LinkButton>;

export function PlayerPage() {
  const { playerId } = useParams({ from: '/main/user/arkbot/players/$playerId' });
  const params = useSearch({ from: '/main/user/arkbot/players/$playerId' });
  const navigate = useNavigate();
  const me = useMe();
  const mayModerate = isModerator(useModerationPowers());
  const isId = idPattern.test(playerId);
  const query = useQuery({ ...personQuery(playerId), enabled: isId });
  // Nobody knows them, or those who do keep it to themselves: the portal does not say which.
  const isUnseen = hasCode(query.error, 'NOT_FOUND');
  const isUnknown = !isId || isUnseen;
  const person = isUnknown ? undefined : query.data;
  const hasNotes = isAdmin(me?.roles ?? []) && person !== undefined;
  const name = person === undefined ? '' : headingText(person.name) || 'Unnamed player';
  return (
    <Page
      title={name || 'Player'}
      tabTitle={name === '' ? 'Player' : `${name} · Player`}
      crumbs={[players, { text: name || 'Player' }]}
      mark={person && <Face id={playerId} name={name} />}
      badges={
        <>
          {hasNotes ? <PlayerFlagBadges playerId={playerId} /> : null}
          {mayModerate ? <ActiveSanctions playerId={playerId} /> : null}
        </>
      }
      aside={
        person === undefined ? null : (
          <Group gap="sm">
            {hasNotes ? <PlayerFlagButtons playerId={playerId} name={name} /> : null}
            {person.isYou ? null : (
              <ReportButton
                reported={{ playerId, name: person.name }}
                servers={person.servers.map(({ server }) => server)}
              />
            )}
          </Group>
        )
      }
    >
      {isUnseen ? (
        <>
          <Notice
            icon={EyeOff}
            title="There is nothing you may see about this player."
            role="status"
            action={seeOnline}
          >
            <Text c="dimmed">
              They aren't online, and the servers they play on keep their history to their admins. Or no one has seen
              them yet.
            </Text>
          </Notice>
          {mayModerate ? (
            <PageSection title="Sanctions">
              <PlayerSanctions playerId={playerId} />
            </PageSection>
          ) : null}
        </>
      ) : isUnknown ? (
        <MissingNotice noun="player" back={null} choose={seeOnline} />
      ) : (
        <QueryRegion query={query} skeletonHeight={480}>
          {(known) => (
            <PlayerProfile
              key={playerId}
              person={known}
              params={params}
              notes={hasNotes ? <NotesPanel playerId={playerId} /> : null}
              actions={<PlayerActionsSection person={known} />}
              storedData={isOwner(me?.roles ?? []) ? <PersonalDataPanel person={known} /> : null}
              sanctions={mayModerate ? <PlayerSanctions playerId={playerId} /> : null}
              mail={<PlayerMailList playerId={playerId} isYou={known.isYou} />}
              onParams={(search) =>
                void navigate({
                  to: '/arkbot/players/$playerId',
                  params: { playerId },
                  search,
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          )}
        </QueryRegion>
      )}
    </Page>
  );
}
