import { useEffect, useEffectEvent, useRef } from 'react';
import { openTerminal, type TerminalLook, type TerminalScreen } from '../terminal-screen.ts';
import classes from './terminal-view.module.css';

type Props = TerminalLook & {
  /** Tells the screen when it is there, and nothing when it is gone. */
  onScreen: (screen: TerminalScreen | undefined) => void;
  /** The code of this did not come. */
  onClose: () => void;
};

export function TerminalView({ isDark, isWrapped, onScreen }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const opened = useRef<ReturnType<typeof openTerminal>>(undefined);
  const tell = useEffectEvent(onScreen);
  useEffect(() => {
    if (container.current === null) return undefined;
    const terminal = openTerminal(container.current);
    opened.current = terminal;
    tell(terminal.screen);
    return () => {
      opened.current = undefined;
      tell(undefined);
      terminal.close();
    };
  }, []);
  useEffect(() => opened.current?.setLook({ isDark, isWrapped }), [isDark, isWrapped]);
  return (
    <div className={classes.frame} data-wide={!isWrapped || undefined} role="region" aria-label="Output of commands">
      <div ref={container} className={classes.screen} />
    </div>
  );
}
