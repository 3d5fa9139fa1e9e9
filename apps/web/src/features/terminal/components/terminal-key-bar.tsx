import { ArrowDown, ArrowUp } from 'lucide-react';
import type { PointerEvent } from 'react';
import classes from './terminal-key-bar.module.css';

type Props = {
  isIdle: boolean;
  isReady: boolean;
  onStep: (by: 1 | -1) => void;
  onInsert: (piece: string) => void;
  onRun: () => void;
  onStop: () => void;
};

/** A finger on a key leaves the field its focus, and with it the phone's keyboard. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/** The keys that a phone's keyboard has not, or not at hand. */
export function TerminalKeyBar({ isIdle, isReady, onStep, onInsert, onRun, onStop }: Props) {
  return (
    <div className={classes.bar} role="group" aria-label="Keys" onPointerDown={keepFocus}>
      <button type="button" className={classes.key} aria-label="Earlier command" onClick={() => onStep(1)}>
        <ArrowUp size={16} aria-hidden />
      </button>
      <button type="button" className={classes.key} aria-label="Later command" onClick={() => onStep(-1)}>
        <ArrowDown size={16} aria-hidden />
      </button>
      {['/', '-'].map((piece) => (
        <button key={piece} type="button" className={classes.key} onClick={() => onInsert(piece)}>
          {piece}
        </button>
      ))}
      <button type="button" className={classes.key} disabled={isIdle} onClick={onStop}>
        Ctrl+C
      </button>
      <button type="button" className={classes.key} disabled={!isIdle || !isReady} onClick={onRun}>
        Run
      </button>
    </div>
  );
}
