import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { agentQuery, type Server } from '../servers.queries.ts';
import classes from './server-setup.module.css';

const TokenDialog = lazyPart(() =>
  import('../components/server-token-dialog.tsx').then((module) => module.ServerTokenDialog),
);

type Props = { server: Server; isServerAdmin: boolean };

/** In place of numbers that nobody knows: how to connect a server for the first time. */
export function ServerSetup({ server, isServerAdmin }: Props) {
  if (!isServerAdmin) {
    return (
      <Notice icon={Plug} title="This server isn't connected yet.">
        <Text c="dimmed">Its state, players and map appear here once one of its admins has connected it.</Text>
      </Notice>
    );
  }
  return <SetupSteps server={server} />;
}

function SetupSteps({ server }: { server: Server }) {
  const { data: offered } = useQuery(agentQuery());
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Panel title="Connect this server">
      <ol className={classes.steps}>
        <li>Turn on RCON in the settings of the game server.</li>
        <li>
          Add the server to the agent: on the game machine, run the command that was shown when you added the server
          here. If you no longer have it, get a new one.
          <div className={classes.action}>
            <Button variant="default" onClick={open}>
              Get a new command
            </Button>
          </div>
        </li>
        <li>
          Start the agent and leave it running. This page changes as soon as it connects.
          {offered === undefined ? null : <CopyField label="Start command" value={offered.commandLine} />}
        </li>
      </ol>
      {isOpen ? <TokenDialog server={server} onClose={close} /> : null}
    </Panel>
  );
}
