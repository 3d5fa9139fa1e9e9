import { Stack, Text } from '@mantine/core';
import { paths } from '../app/paths.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Page } from '../components/page.tsx';
import { FeaturedMods } from '../features/site/components/featured-mods.tsx';
import { ConnectedServers } from '../features/stats/components/connected-servers.tsx';
import { useMe } from '../features/users/users.queries.ts';

export function HomePage() {
  const me = useMe();
  return (
    <Page title={me === undefined ? 'Welcome to Tribehall' : `Welcome back, ${me.username}`} tabTitle="Home">
      <Stack gap="xl">
        <Text maw={640} size="lg" c="dimmed">
          The hall of our ARK tribes: see who is online, talk across the cluster, look after your servers and let the
          bot play the music.
        </Text>
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
