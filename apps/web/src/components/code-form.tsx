import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../lib/api-error.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { Countdown } from './countdown.tsx';

type Props = {
  /** When the code that was sent ends, by this machine's clock. */
  endsAt: number;
  isPending: boolean;
  isResending: boolean;
  error: unknown;
  onSubmit: (code: string) => void;
  onResend: () => void;
};

/** Takes a code of six digits that came another way. */
export function CodeForm({ endsAt, isPending, isResending, error, onSubmit, onResend }: Props) {
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // It comes into a dialog that is open already and had the focus elsewhere.
  useEffect(() => field.current?.focus(), []);
  const resend = () => {
    setCode('');
    setIsIncomplete(false);
    onResend();
  };
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const isWhole = /^\d{6}$/.test(code);
    setIsIncomplete(!isWhole);
    if (isWhole) onSubmit(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" maw={480}>
        <TextInput
          ref={field}
          label="Code"
          description={<Countdown key={endsAt} endsAt={endsAt} />}
          error={isIncomplete ? 'The code has 6 digits.' : errorOf(error)}
          value={code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw={200}
          data-autofocus
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
        />
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            Confirm
          </Button>
          <Button variant="default" loading={isResending} onClick={resend}>
            Send a new code
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function errorOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined;
  return fieldErrors(error)['twoFaCode'] ?? errorMessage(error);
}
