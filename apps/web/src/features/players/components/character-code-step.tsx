import { Button, Text } from '@mantine/core';
import { CodeForm } from '../../../components/forms/code-form.tsx';
import { sixDigits } from '../../../components/forms/verification-code.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RetryNotice } from '../../../components/notices/retry-notice.tsx';
import { useSecondsRemaining } from '../../../components/display/use-seconds-remaining.ts';
import { retryAt } from '../../../lib/api/api-error.ts';
import type { Character, SentCode } from '../use-character-link.ts';

type Call = { isPending: boolean; error: unknown };

type Props = {
  character: Character;
  /** Undefined until a code has been sent. */
  code: SentCode | undefined;
  ask: Call;
  confirm: Call;
  onSend: (to: Character) => void;
  onSubmit: (to: Character, code: string) => void;
  /** Undefined where the character is fixed. */
  onChooseAnother: (() => void) | undefined;
};

/** Only the player of the character sees the code. */
export function CharacterCodeStep({ character, code, ask, confirm, onSend, onSubmit, onChooseAnother }: Props) {
  const isAskPaused = useSecondsRemaining(retryAt(ask.error)) > 0;
  const chooseAnother = onChooseAnother && (
    <Button variant="subtle" onClick={onChooseAnother}>
      Choose another character
    </Button>
  );
  if (code === undefined) {
    return (
      <>
        <Text>
          A 6-digit code will be whispered to <PlainText text={character.name} /> in the game.
        </Text>
        <div>
          <Button loading={ask.isPending} disabled={isAskPaused} onClick={() => onSend(character)} data-autofocus>
            Send the code
          </Button>
          {chooseAnother}
        </div>
        <RetryNotice error={ask.error} />
      </>
    );
  }
  return (
    <>
      <Text role="status">
        A code was whispered to <PlainText text={character.name} /> in the game. Enter it here.
      </Text>
      <CodeForm
        format={sixDigits}
        endsAt={code.endsAt}
        attemptsRemaining={code.attemptsRemaining}
        isPending={confirm.isPending}
        isResending={ask.isPending}
        error={confirm.error}
        resendError={ask.error}
        onSubmit={(typed) => onSubmit(character, typed)}
        onResend={() => onSend(character)}
      >
        {chooseAnother}
      </CodeForm>
    </>
  );
}
