import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { personQuery } from '../../../features/people/people.queries.ts';
import { PlayerFace } from '../../../features/people/player/player-face.tsx';
import { PlayerProfile } from '../../../features/people/player/player-profile.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { headingText } from '../../../lib/text/visible-text.ts';

/** As in the contract: others would only be refused. */
const idPattern = /^(\d{15,20}|[0-9a-f]{32})$/;

export function PlayerPage() {
  const { playerId } = useParams({ from: '/main/user/arkbot/players/$playerId' });
  const params = useSearch({ from: '/main/user/arkbot/players/$playerId' });
  const navigate = useNavigate();
  const isId = idPattern.test(playerId);
  const query = useQuery({ ...personQuery(playerId), enabled: isId });
  const isUnknown = !isId || hasCode(query.error, 'NOT_FOUND');
  const person = isUnknown ? undefined : query.data;
  const name = person === undefined ? '' : headingText(person.name) || 'Unnamed player';
  return (
    <Page
      title={name || 'Player'}
      tabTitle={name === '' ? 'Player' : `${name} · Player`}
      isWide
      mark={person && <PlayerFace playerId={playerId} name={name} />}
    >
      {isUnknown ? (
        <MissingNotice
          noun="player"
          back={null}
          choose={<LinkButton to="/arkbot/players">See who is online</LinkButton>}
        />
      ) : (
        <QueryRegion query={query} skeletonHeight={480}>
          {(known) => (
            <PlayerProfile
              key={playerId}
              person={known}
              params={params}
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
