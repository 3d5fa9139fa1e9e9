import { Stack, Text } from '@mantine/core';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import classes from './server-link-steps.module.css';

type Props = { token: string; commandLine: string };

/** How a game server comes to its portal. The token is shown this once. */
export function ServerLinkSteps({ token, commandLine }: Props) {
  const [agent, settings] = commandLine.split(' add ');
  return (
    <Stack gap="md">
      <Text fw={600}>The token is shown only this once. The portal itself keeps no copy.</Text>
      <ol className={classes.steps}>
        <li>Turn on RCON in the settings of the game server.</li>
        <li>
          Tell the agent of it: run this on the machine of the game, with --folder and the path of the game added. It
          needs Node.js 20.19 or newer.
          <CopyField label="Command line" value={commandLine} />
        </li>
        <li>
          Start the agent and keep it running. The server is online here as soon as it connects.
          {agent === undefined || settings === undefined ? null : (
            <CopyField label="Start command" value={`${agent} run`} />
          )}
        </li>
      </ol>
      <CopyField label="Token" value={token} />
    </Stack>
  );
}
