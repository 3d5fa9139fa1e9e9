import { Button, Text } from '@mantine/core';
import { CodeForm } from '../../../components/code-form.tsx';
import { sixDigits } from '../../../components/code-formats.ts';
import { PlainText } from '../../../components/plain-text.tsx';
import { RetryNotice } from '../../../components/retry-notice.tsx';
import { triesLeftOf } from '../../../lib/api-error.ts';
import type { Player } from '../players.queries.ts';

type Props = {
  player: Player;
  /** Nothing as long as no code is on its way. */
  endsAt: number | undefined;
  isAsking: boolean;
  isConfirming: boolean;
  error: unknown;
  askError: unknown;
  onSend: () => void;
  onSubmit: (code: string) => void;
};

/** Only who plays the character sees the code. */
export function CharacterCodeStep({
  player,
  endsAt,
  isAsking,
  isConfirming,
  error,
  askError,
  onSend,
  onSubmit,
}: Props) {
  if (endsAt === undefined) {
    return (
      <>
        <Text>
          A code of 6 digits is whispered to <PlainText text={player.name} /> in the game.
        </Text>
        <div>
          <Button loading={isAsking} onClick={onSend} data-autofocus>
            Send the code
          </Button>
        </div>
        <RetryNotice error={askError} />
      </>
    );
  }
  return (
    <>
      <Text role="status">
        The code was whispered to <PlainText text={player.name} /> in the game. Enter it here.
      </Text>
      <CodeForm
        format={sixDigits}
        endsAt={endsAt}
        triesLeft={triesLeftOf(error)}
        isPending={isConfirming}
        isResending={isAsking}
        error={error}
        resendError={askError}
        onSubmit={onSubmit}
        onResend={onSend}
      />
    </>
  );
}
