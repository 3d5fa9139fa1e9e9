import { Button, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { errorMessage } from '../../../lib/api/api-error.ts';
import type { ChatSource, SentChat } from '../chat-sources.ts';
import { useSendChat } from '../chat.mutations.ts';
import classes from './chat-composer.module.css';

const maxLength = 512;
const countFrom = 412;

type Props = {
  source: ChatSource;
  /** Why the user may not write here. */
  denial: string | undefined;
  instigator: string | undefined;
  onSent: () => void;
};

/** A one-line message, sent with Enter. If sending fails, the text stays in the field. */
export function ChatComposer({ source, denial, instigator, onSent }: Props) {
  const [text, setText] = useState('');
  const send = useSendChat(source, instigator);
  const finish = () => {
    setText('');
    onSent();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate(text.trim(), { onSuccess: finish });
  };
  return (
    <form className={classes.composer} onSubmit={submit}>
      <TextInput
        className={classes.field ?? ''}
        aria-label="Message"
        placeholder={denial === undefined ? 'Write a message' : ''}
        autoComplete="off"
        enterKeyHint="send"
        maxLength={maxLength}
        value={text}
        disabled={denial !== undefined}
        readOnly={send.isPending}
        inputWrapperOrder={['input', 'description']}
        classNames={{ description: classes.hint ?? '' }}
        description={
          <>
            <Outcome denial={denial} error={send.error} sent={send.data} />
            {text.length < countFrom ? null : <span>{maxLength - text.length} characters left</span>}
          </>
        }
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" loading={send.isPending} disabled={denial !== undefined}>
        Send
      </Button>
    </form>
  );
}

type OutcomeProps = { denial: string | undefined; error: unknown; sent: SentChat };

function Outcome({ denial, error, sent }: OutcomeProps) {
  if (denial !== undefined) return <span>{denial}</span>;
  if (error !== null) return <span role="alert">{errorMessage(error)}</span>;
  const isPartial = sent !== undefined && sent.reached < sent.servers;
  return <span role="status">{isPartial ? `Shown on ${sent.reached} of ${sent.servers} servers.` : ''}</span>;
}
