import { useEffect, useEffectEvent, useRef } from 'react';
import { afterPaint } from '../../../lib/browser/after-paint.ts';
import { openTerminal, type TerminalLook, type TerminalScreen } from '../terminal-screen.ts';
import classes from './terminal-view.module.css';

type Props = TerminalLook & {
  /** Called with the screen when it opens and with undefined when it closes. */
  onScreen: (screen: TerminalScreen | undefined) => void;
  /** This component's code could not be loaded; without it, that is shown in its place. */
  onClose?: () => void;
};

export function TerminalView({ isDark, isWrapped, onScreen }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const opened = useRef<ReturnType<typeof openTerminal>>(undefined);
  const handleScreen = useEffectEvent(onScreen);
  const open = useEffectEvent((element: HTMLElement) => openTerminal(element, { isDark, isWrapped }));
  // What opens a terminal takes a while: everything around it is shown before.
  useEffect(
    () =>
      afterPaint(() => {
        if (container.current === null) return undefined;
        const terminal = open(container.current);
        opened.current = terminal;
        handleScreen(terminal.screen);
        return () => {
          opened.current = undefined;
          handleScreen(undefined);
          terminal.close();
        };
      }),
    [],
  );
  useEffect(() => opened.current?.setLook({ isDark, isWrapped }), [isDark, isWrapped]);
  return (
    <div className={classes.frame} data-wide={!isWrapped || undefined} role="region" aria-label="Output of commands">
      <div ref={container} className={classes.screen} />
    </div>
  );
}
