import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { browse, createCommandHistory, nothingTyped, typed } from '../../../lib/storage/command-history.ts';
import { complete, completionsOf } from '../completion.ts';
import { consoleQuery, type ConsoleCommand } from '../console.queries.ts';
import classes from './console.module.css';

const maxLength = 512;

type Props = {
  serverId: string;
  userId: string;
  /** Why nothing can be run now. */
  denial: string | undefined;
  onRun: (command: string) => void;
};

/** Enter runs the command, Tab completes its name, Up and Down browse the history. */
export function ConsoleInput({ serverId, userId, denial, onRun }: Props) {
  const listId = useId();
  const [history] = useState(() => createCommandHistory(`console.history.${userId}.${serverId}`));
  const [content, setContent] = useState(nothingTyped);
  const [isUsed, setIsUsed] = useState(false);
  const [isClosed, setIsClosed] = useState(false);
  const { data: commands = [] } = useQuery({ ...consoleQuery(serverId), enabled: isUsed });
  const choices = isClosed || content.back > 0 ? [] : completionsOf(commands, content.text);
  const change = (text: string) => {
    setIsClosed(false);
    setContent(typed(text));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const command = content.text.trim();
    if (command === '' || denial !== undefined) return;
    history.add(command);
    setContent(nothingTyped);
    onRun(command);
  };
  const keys: Record<string, () => boolean> = {
    ArrowUp: () => step(1),
    ArrowDown: () => step(-1),
    Tab: () => completeWith(choices[0]),
    Escape: () => {
      setIsClosed(true);
      return choices.length > 0;
    },
  };
  const step = (by: 1 | -1) => {
    setContent(browse(history.get(), content, by));
    return true;
  };
  /** Tab leaves the field where there is nothing to complete. */
  const completeWith = (choice: ConsoleCommand | undefined) => {
    const text = choice === undefined ? content.text : complete(content.text, choice);
    if (text === content.text) return false;
    change(text);
    return true;
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const isPlain = !event.nativeEvent.isComposing && !event.shiftKey && !event.ctrlKey && !event.altKey;
    if (isPlain && keys[event.key]?.() === true) event.preventDefault();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        className={classes.field ?? ''}
        aria-label="Command"
        aria-describedby={listId}
        placeholder={denial === undefined ? 'Type a command' : ''}
        description={denial}
        inputWrapperOrder={['input', 'description']}
        classNames={{ input: classes.input ?? '' }}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
        maxLength={maxLength}
        disabled={denial !== undefined}
        value={content.text}
        onFocus={() => setIsUsed(true)}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Button type="submit" disabled={denial !== undefined || content.text.trim() === ''}>
        Run
      </Button>
      <Choices id={listId} choices={choices} onChoose={(choice) => change(complete(content.text, choice))} />
    </form>
  );
}

type ChoicesProps = { id: string; choices: readonly ConsoleCommand[]; onChoose: (choice: ConsoleCommand) => void };

function Choices({ id, choices, onChoose }: ChoicesProps) {
  return (
    <ul id={id} className={classes.choices} aria-label="Matching commands" hidden={choices.length === 0}>
      {choices.map((choice) => (
        <li key={choice.name}>
          <button
            type="button"
            className={classes.choice}
            tabIndex={-1}
            // Keeps the focus in the input.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            <span className={classes.name}>{choice.name}</span>{' '}
            <span className={classes.parameters}>{choice.parameters}</span>
            <span className={classes.help}>
              {choice.help}
              {choice.danger === null ? null : <span className={classes.danger}> · asks first</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
