import { useRef, useState, type KeyboardEvent } from 'react';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { browse, commandHistory, nothingTyped, typed } from '../command-history.ts';
import type { TerminalRun } from '../use-terminal-run.ts';
import { TerminalKeyBar } from './terminal-key-bar.tsx';
import classes from './terminal-input.module.css';

type Props = { run: TerminalRun; isReady: boolean };

/** The line below the output. Enter runs it; Up and Down bring earlier ones back. */
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
      <label className={classes.line}>
        <span className={classes.prompt}>
          <PlainText text={run.prompt} />$
        </span>
        <input
          ref={field}
          className={classes.field}
          aria-label="Command"
          value={content.text}
          placeholder={isIdle ? 'Type a command' : 'A command is under way'}
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
