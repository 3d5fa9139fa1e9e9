import { Text } from '@mantine/core';
import { Plug } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { isSetUp } from '../overview/problems.ts';
import type { Server } from '../servers.queries.ts';
import { ServerSetup } from './server-setup.tsx';
import classes from './server-setup.module.css';

type Props = { server: Server; isServerAdmin: boolean; onDone: () => void };

/** In place of numbers that nobody knows: how to connect a server. */
export function ServerSetupPanel({ server, isServerAdmin, onDone }: Props) {
  if (!isServerAdmin) {
    return (
      <Notice icon={Plug} title="This server isn't connected yet.">
        <Text c="dimmed">Its state, players and map appear here once one of its admins has connected it.</Text>
      </Notice>
    );
  }
  return <SetupPanel server={server} onDone={onDone} />;
}

/** Far from the button that opens it again: it has the focus then. */
function SetupPanel({ server, onDone }: Omit<Props, 'isServerAdmin'>) {
  const panel = useRef<HTMLDivElement>(null);
  const isReopened = useRef(isSetUp(server));
  useEffect(() => {
    if (isReopened.current) panel.current?.focus();
  }, []);
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <Panel title="Connect this server">
        <ServerSetup server={server} onDone={onDone} />
      </Panel>
    </div>
  );
}
