import '@fontsource-variable/jetbrains-mono/wght.css';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { browse, nothingTyped, typed } from '../../../lib/storage/command-history.ts';
import { commandHistory } from '../command-line.ts';
import type { TerminalRun } from '../use-terminal-run.ts';
import classes from './terminal-input.module.css';

type Props = { run: TerminalRun; isReady: boolean };

/** The command input. Enter runs it; Up and Down browse the history. */
export function TerminalInput({ run, isReady }: Props) {
  const [content, setContent] = useState(nothingTyped);
  const field = useRef<HTMLInputElement>(null);
  const isIdle = run.state.phase === 'idle';
  const submit = () => {
    if (run.run(content.text)) setContent(nothingTyped);
  };
  const step = (by: 1 | -1) => setContent(browse(commandHistory.get(), content, by));
  const insert = (piece: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const start = selectionStart ?? content.text.length;
    setContent(typed(content.text.slice(0, start) + piece + content.text.slice(selectionEnd ?? start)));
    field.current?.focus();
  };
  const keys: Record<string, () => void> = { Enter: submit, ArrowUp: () => step(1), ArrowDown: () => step(-1) };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <label className={classes.row}>
        <span className={classes.prompt}>
          <PlainText text={run.prompt} />$
        </span>
        <input
          ref={field}
          className={classes.field}
          aria-label="Command"
          value={content.text}
          placeholder={isIdle ? 'Type a command' : 'A command is running'}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          onChange={(event) => setContent(typed(event.currentTarget.value))}
          onKeyDown={handleKey}
        />
      </label>
      <TerminalKeyBar
        isIdle={isIdle}
        isReady={isReady}
        onStep={step}
        onInsert={insert}
        onRun={submit}
        onStop={run.stop}
      />
    </>
  );
}

type KeyBarProps = {
  isIdle: boolean;
  isReady: boolean;
  onStep: (by: 1 | -1) => void;
  onInsert: (piece: string) => void;
  onRun: () => void;
  onStop: () => void;
};

/** Keeps the focus in the input, so that a phone's keyboard stays open. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/** Keys that phone keyboards lack. */
function TerminalKeyBar({ isIdle, isReady, onStep, onInsert, onRun, onStop }: KeyBarProps) {
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
