import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from '../../../components/buttons/external-link.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { inviteQuery } from '../discord.queries.ts';

/** For the Owner: the bot has to be in the community's Discord server before people can log in or sign up with it. */
export function BotInvitePanel() {
  const query = useQuery(inviteQuery);
  return (
    <Panel title="Add the bot to your Discord server">
      <QueryRegion query={query} skeletonHeight={80}>
        {({ url }) =>
          url === null ? (
            <Text c="dimmed">
              Discord isn&apos;t set up on this portal. Set DISCORD_CLIENT_ID, and the link appears here.
            </Text>
          ) : (
            <Stack gap="md">
              <Text c="dimmed">
                The link asks for the permissions that the bot needs. To use it, you need the Manage Server permission
                in Discord.
              </Text>
              <CopyField label="Invite link" value={url} />
              <div>
                <ExternalLink href={url}>Open Discord</ExternalLink>
              </div>
            </Stack>
          )
        }
      </QueryRegion>
    </Panel>
  );
}
