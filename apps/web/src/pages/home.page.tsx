import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';
import { QueryRegion } from '../components/layout/query-region.tsx';
import { FeaturedMods } from '../features/site/components/featured-mods.tsx';
import { ConnectedServers } from '../features/stats/components/connected-servers.tsx';
import { useMe } from '../features/users/users.queries.ts';
import { codeQuery } from '../lib/code/code-query.ts';

const myServersCode = codeQuery('my servers', () => import('../features/servers/favorites/my-servers.tsx'));

export function HomePage() {
  const me = useMe();
  const query = useQuery({ ...myServersCode, enabled: me !== undefined });
  return (
    <Page title={me === undefined ? 'Welcome to Tribehall' : `Welcome back, ${me.username}`} tabTitle="Home">
      <Stack gap="xl">
        {me === undefined ? (
          <Text maw={640} size="lg" c="dimmed">
            The hall of our ARK tribes: see who is online, talk across the cluster, look after your servers and let the
            bot play the music.
          </Text>
        ) : (
          <QueryRegion query={query}>
            {({ MyServers }) => <MyServers favoriteIds={me.ark.favoriteServers} linkedPlayers={me.ark.linkedPlayers} />}
          </QueryRegion>
        )}
        <div>
          <LinkButton to="/arkbot/servers" size="md">
            Manage ARK Servers
          </LinkButton>
        </div>
        <ConnectedServers />
        <FeaturedMods />
      </Stack>
    </Page>
  );
}
