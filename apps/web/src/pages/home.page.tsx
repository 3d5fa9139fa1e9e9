import { Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { paths } from '../app/paths.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Page } from '../components/page.tsx';
import { FeaturedMods } from '../features/site/components/featured-mods.tsx';
import { ConnectedServers } from '../features/stats/components/connected-servers.tsx';
import { useMe } from '../features/users/users.queries.ts';

const MyServers = lazy(() =>
  import('../features/favourites/components/my-servers.tsx').then((module) => ({ default: module.MyServers })),
);

export function HomePage() {
  const me = useMe();
  return (
    <Page title={me === undefined ? 'Welcome to Tribehall' : `Welcome back, ${me.username}`} tabTitle="Home">
      <Stack gap="xl">
        {me === undefined ? (
          <Text maw={640} size="lg" c="dimmed">
            The hall of our ARK tribes: see who is online, talk across the cluster, look after your servers and let the
            bot play the music.
          </Text>
        ) : (
          <Suspense fallback={<Skeleton height={120} />}>
            <MyServers favouriteIds={me.ark.favoriteServers} linkedPlayers={me.ark.linkedPlayers} />
          </Suspense>
        )}
        <div>
          <LinkButton to={paths.servers} size="md">
            Manage ARK Servers
          </LinkButton>
        </div>
        <ConnectedServers />
        <FeaturedMods />
      </Stack>
    </Page>
  );
}
