import { Stack, Text } from '@mantine/core';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import classes from './server-link-steps.module.css';

type Props = { token: string; commandLine: string };

/** How to connect a game server. The token is shown only once. */
export function ServerLinkSteps({ token, commandLine }: Props) {
  const [agent, settings] = commandLine.split(' add ');
  return (
    <Stack gap="md">
      <Text fw={600}>The token is shown only once. The portal doesn't store a copy.</Text>
      <ol className={classes.steps}>
        <li>Turn on RCON in the settings of the game server.</li>
        <li>
          Add the server to the agent: run this on the game machine, with --folder and the path of the game at the end.
          It needs Node.js 20.19 or newer.
          <CopyField label="Command line" value={commandLine} />
        </li>
        <li>
          Start the agent and leave it running. The server shows as online here as soon as the agent connects.
          {agent === undefined || settings === undefined ? null : (
            <CopyField label="Start command" value={`${agent} run`} />
          )}
        </li>
      </ol>
      <CopyField label="Token" value={token} />
    </Stack>
  );
}
