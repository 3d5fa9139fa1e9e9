import { Button, Checkbox, Group } from '@mantine/core';
import { Copy, Eraser, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { isBusy as isRunBusy, type RunState } from '../run-state.ts';
import type { TerminalScreen } from '../terminal-screen.ts';
import { terminalWrap } from '../terminal-settings.ts';
import type { TerminalRun } from '../use-terminal-run.ts';
import classes from './terminal-panel.module.css';

type Props = { run: TerminalRun; screen: TerminalScreen | undefined; isWrapped: boolean };

export function TerminalToolbar({ run, screen, isWrapped }: Props) {
  const isBusy = isRunBusy(run.state);
  return (
    <div className={classes.bar}>
      <Group gap="md">
        <TerminalStatus state={run.state} isOpen={screen !== undefined} />
        {isBusy ? (
          <Button
            color="danger"
            size="compact-sm"
            leftSection={<Square size={12} aria-hidden />}
            title="Ctrl+C"
            onClick={run.stop}
          >
            Stop
          </Button>
        ) : null}
      </Group>
      <Group gap="sm">
        <Checkbox
          label="Wrap lines"
          checked={isWrapped}
          onChange={(event) => terminalWrap.set(event.currentTarget.checked ? null : 'no')}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Copy size={14} aria-hidden />}
          onClick={() => void copy(screen?.allText() ?? '')}
        >
          Copy all output
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Eraser size={14} aria-hidden />}
          onClick={screen?.clear}
        >
          Clear
        </Button>
      </Group>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess('Copied.');
  } catch (cause) {
    toastError(new Error("Your browser doesn't allow copying here. Select the text instead.", { cause }));
  }
}

const stateTexts = {
  idle: 'ready',
  confirming: 'waiting for password',
  starting: 'starting',
  running: 'running',
  stopping: 'stopping',
} as const;

function TerminalStatus({ state, isOpen }: { state: RunState; isOpen: boolean }) {
  const word = isOpen ? stateTexts[state.phase] : 'opening';
  const isBusy = isRunBusy(state);
  return (
    <>
      <span role="status">
        <StatusDot tone={isBusy ? 'busy' : 'quiet'} word={word} />
      </span>
      {'startedAt' in state ? <Elapsed key={state.startedAt} since={state.startedAt} /> : null}
    </>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatLength((now - since) / 1000)}</span>;
}
