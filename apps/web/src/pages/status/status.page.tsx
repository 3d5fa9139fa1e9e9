import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { SiteSettingsButton } from '../../features/site/components/site-settings-button.tsx';
import { siteQuery } from '../../features/site/site.queries.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { StatusServers } from './status-servers.tsx';
import classes from './status.module.css';

/** The servers with their player counts, for everyone, if the Owner has made that public. */
export function StatusPage() {
  const roles = useMe()?.roles ?? [];
  const query = useQuery(siteQuery);
  return (
    <Page title="Server status" isWide aside={isOwner(roles) ? <SiteSettingsButton /> : null}>
      <div className={classes.content}>
        <QueryRegion query={query}>
          {({ isStatusPublic }) =>
            isStatusPublic ? <StatusServers isAdmin={isAdmin(roles)} /> : <NotPublic isOwner={isOwner(roles)} />
          }
        </QueryRegion>
      </div>
    </Page>
  );
}

function NotPublic({ isOwner }: { isOwner: boolean }) {
  if (isOwner) return <Text>Server status isn't public. Choose Customize to show your servers to everyone.</Text>;
  return (
    <Stack gap="lg">
      <Text>This community hasn't made its server status public.</Text>
      <div>
        <LinkButton to="/" variant="default">
          Back to home
        </LinkButton>
      </div>
    </Stack>
  );
}
