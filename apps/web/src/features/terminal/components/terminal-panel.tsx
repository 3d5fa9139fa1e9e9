import { useComputedColorScheme, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { ApiError, apiErrorText, apiStatus } from '../../../lib/api/api-error.ts';
import { useStoredText } from '../../../lib/storage/stored-text.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { token } from '../../../lib/api/session.ts';
import { isBusy as isRunBusy } from '../run-state.ts';
import type { TerminalScreen } from '../terminal-screen.ts';
import { terminalWrap } from '../terminal-settings.ts';
import { terminalQuery } from '../terminal.queries.ts';
import { useTerminalRun } from '../use-terminal-run.ts';
import { TerminalInput } from './terminal-input.tsx';
import classes from './terminal-panel.module.css';
import { TerminalToolbar } from './terminal-toolbar.tsx';

const TerminalView = lazyPart(() => import('./terminal-view.tsx').then((module) => module.TerminalView));

export type ConfirmationProps = { onConfirmed: () => void; onClose: () => void };

type Props = {
  who: string;
  /** Asks for the user's password. */
  Confirmation: ComponentType<ConfirmationProps>;
};

export function TerminalPanel({ who, Confirmation }: Props) {
  const queryClient = useQueryClient();
  const [screen, setScreen] = useState<TerminalScreen>();
  const [isBroken, setIsBroken] = useState(false);
  const isDark = useComputedColorScheme('dark') === 'dark';
  const isWrapped = useStoredText(terminalWrap) !== 'no';
  const run = useTerminalRun(screen, who);
  const isBusy = isRunBusy(run.state);
  const handleConfirmed = () => {
    void queryClient.invalidateQueries({ queryKey: terminalQuery.queryKey });
    run.runConfirmed();
  };
  const handleKey = (event: KeyboardEvent) => {
    const isInterrupt = event.ctrlKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'c';
    if (!isInterrupt || !isBusy || isAnythingSelected(event.target, screen)) return;
    event.preventDefault();
    run.stop();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the interrupt key, wherever the focus is
    <section className={classes.panel} aria-label="Terminal" onKeyDown={handleKey} data-own-keys>
      <TerminalToolbar run={run} screen={screen} isWrapped={isWrapped} />
      {isBroken ? (
        <div className={classes.waiting}>
          <ErrorNotice error={codeMissing} onRetry={() => setIsBroken(false)} />
        </div>
      ) : (
        <div className={classes.output}>
          <TerminalView isDark={isDark} isWrapped={isWrapped} onScreen={setScreen} onClose={() => setIsBroken(true)} />
        </div>
      )}
      <TerminalInput run={run} isReady={screen !== undefined} />
      {run.state.phase === 'confirming' ? (
        <Confirmation onConfirmed={handleConfirmed} onClose={run.cancelConfirmation} />
      ) : null}
      <TerminalLeaveGuard isBusy={isBusy} />
    </section>
  );
}

const codeMissing = new ApiError({ status: apiStatus.network, message: apiErrorText.network });

/** If so, Ctrl+C copies. */
function isAnythingSelected(target: EventTarget, screen: TerminalScreen | undefined): boolean {
  if (target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd) return true;
  return screen?.selection() !== '' || document.getSelection()?.isCollapsed === false;
}

/** Confirms leaving while a program runs, unless the user is logged out. */
function TerminalLeaveGuard({ isBusy }: { isBusy: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isBusy && token.get() !== null,
    enableBeforeUnload: isBusy,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      isOpen
      title="A program is still running"
      confirmLabel="Leave and end it"
      isDangerous
      isPending={false}
      error={null}
      onConfirm={proceed}
      onClose={reset}
    >
      <Text>Leaving the terminal ends the program and everything it started.</Text>
    </ConfirmDialog>
  );
}
