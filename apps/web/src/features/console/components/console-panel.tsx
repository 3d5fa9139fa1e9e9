import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { useConsole } from '../use-console.ts';
import { ConsoleConfirmDialog } from './console-confirm-dialog.tsx';
import { ConsoleEntryView } from './console-entry.tsx';
import { ConsoleInput } from './console-input.tsx';
import classes from './console.module.css';

type Props = {
  server: Parameters<typeof whyNot>[0] & { id: string; name: string };
  userId: string;
  instigator: string | undefined;
};

/** Commands to the game server, with what it returned. */
export function ConsolePanel({ server, userId, instigator }: Props) {
  const { entries, question, run, cancel, clear } = useConsole({ serverId: server.id, instigator });
  const log = useRef<HTMLDivElement>(null);
  const last = entries.at(-1);
  useEffect(() => {
    if (last !== undefined) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [last]);
  return (
    <div className={classes.wide}>
      <Panel title="Console">
        {entries.length === 0 ? (
          <Text size="sm" c="dimmed" mb="sm">
            Commands are sent to the game server as typed. All of them are recorded.
          </Text>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long output is scrolled with the keyboard
          <div ref={log} className={classes.log} role="log" aria-label="Console output" tabIndex={0}>
            {entries.map((entry) => (
              <ConsoleEntryView key={entry.id} entry={entry} onCancel={() => cancel(entry.id)} />
            ))}
          </div>
        )}
        <ConsoleInput serverId={server.id} userId={userId} denial={whyNot(server, 'server.console')} onRun={run} />
        {entries.length === 0 ? null : (
          <Group mt="sm">
            <Button variant="default" size="compact-sm" onClick={clear}>
              Clear
            </Button>
          </Group>
        )}
      </Panel>
      {question === undefined ? null : <ConsoleConfirmDialog question={question} serverName={server.name} />}
    </div>
  );
}
