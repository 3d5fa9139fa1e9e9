import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { outdated, splitVersion } from '../agent-version.ts';
import { agentQuery, type Server } from '../servers.queries.ts';

/** Says that the agent of a server is not the portal's own, and to its admins how to update it. */
export function AgentUpdate({ server: { agent }, isServerAdmin }: { server: Server; isServerAdmin: boolean }) {
  const { data: offered } = useQuery({ ...agentQuery(), enabled: agent !== null });
  const state = offered === undefined ? undefined : outdated(agent, offered);
  if (agent === null || offered === undefined || state === undefined) return null;
  const version = visibleText(splitVersion(agent.version).version);
  const finding =
    state === 'older'
      ? `Agent ${version} is older than this portal (${offered.version}).`
      : `Agent ${version} is another build than the one this portal offers.`;
  return (
    <Stack gap="xs" role="status">
      <Text>
        {finding}{' '}
        {isServerAdmin
          ? 'Update it: stop it on the machine of the game, then run this.'
          : 'Ask an admin of this server to update it.'}
      </Text>
      {isServerAdmin ? <CopyField label="Update command" value={offered.commandLine} /> : null}
    </Stack>
  );
}
