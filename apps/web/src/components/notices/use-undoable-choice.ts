import { useMutation } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from './toast.tsx';

type Options<Choice> = {
  /** Changes with the same scope run one after the other. */
  scope: string;
  /** Returns what the portal has stored. */
  send: (choice: Choice) => Promise<Choice>;
  show: (choice: Choice) => void;
  refetch: () => Promise<void>;
  describe: (choice: Choice) => string;
};

/** Changes a setting optimistically and offers Undo; refetches if the portal refuses. Resolves when it is settled. */
export function useUndoableChoice<Choice>({ scope, send, show, refetch, describe }: Options<Choice>) {
  const { mutate, mutateAsync } = useMutation({
    scope: { id: scope },
    mutationFn: ({ choice }: { choice: Choice; before?: Choice }) => send(choice),
    onMutate: ({ choice }) => show(choice),
    onSuccess: (stored, { before }) => {
      show(stored);
      if (before === undefined) toastSuccess(describe(stored));
      else toastUndo(describe(stored), () => mutate({ choice: before }));
    },
    onError: (error) => {
      toastError(error);
      void refetch();
    },
  });
  return async (change: { choice: Choice; before: Choice }): Promise<void> => {
    // A refusal was shown by onError.
    await mutateAsync(change).catch(() => undefined);
  };
}
