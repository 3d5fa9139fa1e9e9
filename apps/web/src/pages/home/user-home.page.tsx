import { isAdmin } from '@tribehall/contract/roles';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { homeQuery, type Home } from '../../features/home/home.queries.ts';
import { onlineQuery } from '../../features/people/people.queries.ts';
import { FavoriteList } from '../../features/servers/favorites/favorite-list.tsx';
import { FeaturedMods } from '../../features/site/components/featured-mods.tsx';
import { ConnectedServers } from '../../features/stats/components/connected-servers.tsx';
import type { User } from '../../features/users/users.queries.ts';
import { AttentionCards, useAttentionPending } from './attention-cards.tsx';
import { FirstServer } from './first-server.tsx';
import { HomeChat } from './home-chat.tsx';
import { HomeMusic } from './home-music.tsx';
import { HomePanel } from './home-panel.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { HomeSummary } from './home-summary.tsx';
import { MyCharacters } from './my-characters.tsx';
import { OnlineNow } from './online-now.tsx';
import classes from './user-home.module.css';
import { WhileAway } from './while-away.tsx';

/** What concerns a user who is logged in. */
export function UserHomePage({ me }: { me: User }) {
  const query = useQuery(homeQuery);
  // At the same time, although it is shown later.
  useQuery(onlineQuery);
  // Cards for admins and the order of people depend on these: whatever was shown before would move.
  const isAttentionPending = useAttentionPending(me);
  const isPending = isAttentionPending || (query.isPending && !query.isFetched && query.failureCount === 0);
  // As a transition, which leaves the main thread free in between.
  const isShown = useDeferredValue(!isPending);
  return (
    <Page
      title={`Welcome back, ${me.username}`}
      tabTitle="Home"
      isWide
      summary={<HomeSummary previousVisitAt={query.data?.previousVisitAt} />}
      aside={
        <LinkButton to="/arkbot/servers" search={{ list: 'all' }}>
          Manage ARK Servers
        </LinkButton>
      }
    >
      {isPending || !isShown ? <HomeSkeleton /> : <HomeParts me={me} query={query} />}
    </Page>
  );
}

type Props = { me: User; query: UseQueryResult<Home> };

function HomeParts({ me, query }: Props) {
  const attention = query.data?.attention;
  return (
    <>
      {/* There is a chat as soon as there is a server. */}
      {query.data?.chat === null && isAdmin(me.roles) ? <FirstServer /> : null}
      {attention ? <AttentionCards attention={attention} me={me} /> : null}
      <div className={classes.columns}>
        <OnlineNow me={me} characters={query.data?.characters ?? []} />
        <HomeChat query={query} me={me} />
        <div className={classes.mine}>
          <MyCharacters query={query} />
          <WhileAway query={query} />
          <Favorites serverIds={me.ark.favoriteServers} />
          {me.isGuildMember ? <HomeMusic /> : null}
        </div>
      </div>
      <div className={classes.site}>
        <ConnectedServers />
        <FeaturedMods />
      </div>
    </>
  );
}

function Favorites({ serverIds }: { serverIds: readonly string[] }) {
  return (
    <HomePanel title="Favourite servers" isPadded>
      {serverIds.length === 0 ? (
        <p className={classes.hint}>Star a server to see it here with its players.</p>
      ) : (
        <FavoriteList serverIds={serverIds} />
      )}
    </HomePanel>
  );
}
