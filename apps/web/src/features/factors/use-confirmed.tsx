import { useState, type ComponentType, type ReactNode } from 'react';
import { hasCode } from '../../lib/api/api-error.ts';

export type ConfirmationProps = {
  /** Whether a code of the authenticator app will do, too. */
  canUseCode: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

type Options<Reply> = { onSuccess?: (reply: Reply) => void; onError?: (error: Error) => void };
type Mutation<Given, Reply> = { mutate: (given: Given, options: Options<Reply>) => void; reset: () => void };

export type RunConfirmed = <Given, Reply>(
  mutation: Mutation<Given, Reply>,
  given: Given,
  options?: Options<Reply>,
) => void;

/** Runs a change; where the portal wants the password again, asks for it and runs the change once more. */
export function useConfirmed(Confirmation: ComponentType<ConfirmationProps>, canUseCode: boolean) {
  const [retry, setRetry] = useState<() => void>();
  const run: RunConfirmed = (mutation, given, options = {}) => {
    const onError = (error: Error) => {
      if (!hasCode(error, 'CONFIRMATION_NEEDED')) return options.onError?.(error);
      mutation.reset();
      return setRetry(() => () => run(mutation, given, options));
    };
    mutation.mutate(given, { ...options, onError });
  };
  const close = () => setRetry(undefined);
  const confirmed = () => {
    close();
    retry?.();
  };
  const confirmation: ReactNode =
    retry === undefined ? null : <Confirmation canUseCode={canUseCode} onConfirmed={confirmed} onClose={close} />;
  return { run, confirmation };
}
