import { useComputedColorScheme } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { ApiError, apiErrorText, apiStatus } from '../../../lib/api/api-error.ts';
import { useStoredText } from '../../../lib/storage/stored-text.ts';
import { isBusy as isRunBusy } from '../run-state.ts';
import type { TerminalScreen } from '../terminal-screen.ts';
import { terminalWrap } from '../terminal-settings.ts';
import { useTerminalRun } from '../use-terminal-run.ts';
import { TerminalConfirmDialog } from './terminal-confirm-dialog.tsx';
import { TerminalInput } from './terminal-input.tsx';
import { TerminalLeaveGuard } from './terminal-leave-guard.tsx';
import classes from './terminal-panel.module.css';
import { TerminalToolbar } from './terminal-toolbar.tsx';

const TerminalView = lazyPart(() => import('./terminal-view.tsx').then((module) => module.TerminalView));

export function TerminalPanel({ who }: { who: string }) {
  const [screen, setScreen] = useState<TerminalScreen>();
  const [isBroken, setIsBroken] = useState(false);
  const isDark = useComputedColorScheme('dark') === 'dark';
  const isWrapped = useStoredText(terminalWrap) !== 'no';
  const run = useTerminalRun(screen, who);
  const isBusy = isRunBusy(run.state);
  const handleKey = (event: KeyboardEvent) => {
    const isInterrupt = event.ctrlKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'c';
    if (!isInterrupt || !isBusy || isAnythingSelected(event.target, screen)) return;
    event.preventDefault();
    run.stop();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the interrupt key, wherever the focus is
    <section className={classes.panel} aria-label="Terminal" onKeyDown={handleKey}>
      <TerminalToolbar run={run} screen={screen} isWrapped={isWrapped} />
      {isBroken ? (
        <div className={classes.waiting}>
          <ErrorNotice error={codeMissing} onRetry={() => setIsBroken(false)} />
        </div>
      ) : (
        <TerminalView isDark={isDark} isWrapped={isWrapped} onScreen={setScreen} onClose={() => setIsBroken(true)} />
      )}
      <TerminalInput run={run} isReady={screen !== undefined} />
      {run.state.phase === 'confirming' ? (
        <TerminalConfirmDialog onConfirmed={run.runConfirmed} onClose={run.cancelConfirmation} />
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
