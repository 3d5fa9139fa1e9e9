import { Button, Checkbox, Group } from '@mantine/core';
import { Copy, Eraser, Square } from 'lucide-react';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { isAtWork } from '../run-state.ts';
import type { TerminalScreen } from '../terminal-screen.ts';
import { terminalWrap } from '../terminal-wrap.ts';
import type { TerminalRun } from '../use-terminal-run.ts';
import { TerminalStatus } from './terminal-status.tsx';
import classes from './terminal-panel.module.css';

type Props = { run: TerminalRun; screen: TerminalScreen | undefined; isWrapped: boolean };

export function TerminalToolbar({ run, screen, isWrapped }: Props) {
  const isBusy = isAtWork(run.state);
  return (
    <div className={classes.bar}>
      <Group gap="md">
        <TerminalStatus state={run.state} />
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
