import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { isSetUp } from '../overview/problems.ts';
import { newLinkToken, useReplaceToken } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';
import {
  folderFault,
  isCopied,
  isLocalAddress,
  portalOf,
  rconFault,
  restartCommand,
  setupCommand,
  type SetupChoices,
} from './setup-command.ts';
import { SetupForm } from './setup-form.tsx';
import { findTicks, isAllGood } from './setup-ticks.ts';
import { TickList } from './tick-list.tsx';
import { useOpenSetup, useSetup } from './use-setup.ts';
import classes from './server-setup.module.css';

type Props = { server: Server; onDone: () => void };

const nothingChosen: SetupChoices = { system: 'linux', folder: '', rcon: '', asksPassword: false };

/** Connects a server: where the game is, one command for its machine, and live what works and what does not. */
export function ServerSetup({ server, onDone }: Props) {
  const [choices, setChoices] = useState(nothingChosen);
  const { commandLine } = useOpenSetup(server.id);
  const ticks = findTicks(server, useSetup(server.id));
  return (
    <div className={classes.setup}>
      <section aria-label="Command" className={classes.part}>
        <SetupForm game={server.game} choices={choices} onChange={setChoices} />
        {commandLine === null ? (
          <NewCommand server={server} />
        ) : (
          <Command serverId={server.id} commandLine={commandLine} choices={choices} />
        )}
      </section>
      <section aria-label="Progress" className={classes.part}>
        <TickList ticks={ticks} />
        {server.isConnected ? null : <NothingHappens commandLine={commandLine} />}
        {isSetUp(server) ? (
          <div>
            <Button variant={isAllGood(ticks) ? 'filled' : 'default'} onClick={onDone}>
              Done
            </Button>
          </div>
        ) : null}
      </section>
    </div>
  );
}

/** Commands contain the token, of which the portal stores only a hash: a later one comes with a new token. */
function NewCommand({ server }: { server: Server }) {
  const replaceToken = useReplaceToken(server.id);
  // A retry sends the same token, since the first request may have arrived.
  const [token] = useState(newLinkToken);
  return (
    <Stack gap="sm">
      {isSetUp(server) ? (
        <Text size="sm">
          A new command comes with a new token: the agent is disconnected until you run it on the game machine.
        </Text>
      ) : null}
      <div>
        <Button loading={replaceToken.isPending} onClick={() => replaceToken.mutate(token)}>
          Get a new command
        </Button>
      </div>
      {replaceToken.error === null ? null : <ErrorNotice error={replaceToken.error} />}
    </Stack>
  );
}

type CommandProps = { serverId: string; commandLine: string; choices: SetupChoices };

const where = {
  linux: 'Run this in a terminal on the game machine, as the user of the game. It needs Node.js 20.19 or newer.',
  windows: 'Run this in PowerShell on the game machine. It needs Node.js 20.19 or newer.',
  docker: 'Run this in a Linux shell on the Docker host. It starts a container for the agent.',
} as const;

function Command({ serverId, commandLine, choices }: CommandProps) {
  const fault = folderFault(choices) ?? rconFault(choices);
  const restart = restartCommand(commandLine, choices.system);
  const portal = portalOf(commandLine);
  if (fault !== null)
    return (
      <Text size="sm" role="status">
        {choices.folder === '' && choices.rcon === '' ? 'Enter the folder of the game to get the command.' : fault}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Text size="sm">{where[choices.system]} Its token is shown only here and only now.</Text>
      <CopyField label="Command" value={setupCommand(serverId, commandLine, choices)} />
      {isLocalAddress(portal) ? (
        <Text size="sm">
          {portal} only works on the machine of the portal. If the game runs elsewhere, open the portal by an address
          that the game machine can reach, and add the server there.
        </Text>
      ) : null}
      {isCopied(commandLine) ? (
        <Text size="sm">
          This portal has no https address, so others could replace the agent on its way. Copy apps/agent/dist/agent.tgz
          from the portal's machine into the folder where you run the command, or have the Owner set PUBLIC_URL to an
          https address.
        </Text>
      ) : null}
      {restart === undefined ? null : (
        <details className={classes.more}>
          <summary>Leave the agent running; to start it again later</summary>
          <CopyField label="Start command" value={restart} />
        </details>
      )}
    </Stack>
  );
}

/** What the portal cannot see, as the command says it. */
function NothingHappens({ commandLine }: { commandLine: string | null }) {
  const portal = commandLine === null ? 'the address of this portal' : portalOf(commandLine);
  return (
    <details className={classes.more}>
      <summary>Nothing happens? The command says why</summary>
      <dl className={classes.reasons}>
        <dt>npx is not found, or not recognized</dt>
        <dd>Install Node.js 20.19 or newer from nodejs.org, and open a new terminal.</dd>
        <dt>The portal cannot be reached</dt>
        <dd>
          The game machine can't reach {portal}. Open it in a browser there; check name, port and firewall. With a
          certificate of your own, set NODE_EXTRA_CA_CERTS.
        </dd>
        <dt>The portal does not accept this token</dt>
        <dd>A newer command has replaced it. Reload this page and get a new command.</dd>
        <dt>There is no folder, or the RCON port is unknown</dt>
        <dd>Correct the folder above, or enter the RCON port.</dd>
        <dt>Another agent is already running</dt>
        <dd>
          One agent serves all games of a machine. Stop it with Ctrl+C, or its service, and run the command again.
        </dd>
      </dl>
    </details>
  );
}
