import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { errorMessage, retryAt, fieldErrors } from '../../lib/api/api-error.ts';
import type { CodeFormat } from './verification-code.ts';
import { RetryNotice } from '../notices/retry-notice.tsx';
import { useSecondsRemaining } from '../display/use-seconds-remaining.ts';
import { formatLength } from '../../lib/text/format.ts';

type Props = {
  format: CodeFormat;
  /** When the code expires, by this machine's clock. */
  endsAt: number;
  /** Undefined until a wrong code was entered. */
  attemptsRemaining: number | undefined;
  isPending: boolean;
  isResending: boolean;
  error: unknown;
  /** Why no new code could be sent. */
  resendError: unknown;
  onSubmit: (code: string) => void;
  onResend: () => void;
  /** Further actions beside the buttons. */
  children?: ReactNode;
};

/** Asks for a code that was sent through another channel. */
export function CodeForm(props: Props) {
  const {
    format,
    endsAt,
    attemptsRemaining,
    isPending,
    isResending,
    error,
    resendError,
    onSubmit,
    onResend,
    children,
  } = props;
  const [typed, setTyped] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const isPaused = useSecondsRemaining(retryAt(error)) > 0;
  const isResendPaused = useSecondsRemaining(retryAt(resendError)) > 0;
  const hasNoAttempts = attemptsRemaining === 0;
  const field = useRef<HTMLInputElement>(null);
  // The form appears in a dialog that is already open, with the focus elsewhere.
  useEffect(() => field.current?.focus(), []);
  const resend = () => {
    setTyped('');
    setIsIncomplete(false);
    onResend();
  };
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const code = format.read(typed);
    setIsIncomplete(code === undefined);
    if (code !== undefined && !hasNoAttempts && !isPaused) onSubmit(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" maw={480}>
        <TextInput
          ref={field}
          label="Code"
          description={hasNoAttempts ? null : <Countdown endsAt={endsAt} />}
          error={isIncomplete ? format.hint : (errorOf(error) ?? attemptsText(attemptsRemaining))}
          value={typed}
          name="code"
          inputMode={format.inputMode}
          autoCapitalize={format.inputMode === 'text' ? 'characters' : undefined}
          autoComplete="one-time-code"
          spellCheck={false}
          maw={200}
          disabled={hasNoAttempts}
          data-autofocus
          onChange={(event) => setTyped(format.clean(event.currentTarget.value))}
        />
        <Group gap="sm">
          <Button type="submit" loading={isPending} disabled={hasNoAttempts || isPaused}>
            Confirm
          </Button>
          <Button
            variant={hasNoAttempts ? 'filled' : 'default'}
            loading={isResending}
            disabled={isResendPaused}
            onClick={resend}
          >
            Send a new code
          </Button>
          {children}
        </Group>
        {retryAt(error) === undefined ? null : <RetryNotice error={error} />}
        <RetryNotice error={resendError} />
      </Stack>
    </form>
  );
}

function errorOf(error: unknown): string | undefined {
  if (error === null || error === undefined || retryAt(error) !== undefined) return undefined;
  return fieldErrors(error)['twoFaCode'] ?? errorMessage(error);
}

/** For tries made before this form was opened. */
function attemptsText(attemptsRemaining: number | undefined): string | undefined {
  if (attemptsRemaining === undefined) return undefined;
  if (attemptsRemaining === 0) return 'No tries left. Send a new code.';
  return attemptsRemaining === 1 ? '1 try left.' : `${attemptsRemaining} tries left.`;
}

function Countdown({ endsAt }: { endsAt: number }) {
  const seconds = useSecondsRemaining(endsAt);
  if (seconds === 0) return <span role="status">This code has expired. Send a new one.</span>;
  return <span role="timer">The code expires in {formatLength(seconds)}.</span>;
}
