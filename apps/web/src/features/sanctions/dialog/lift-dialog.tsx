import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { kindWords, reachText } from '../sanction-words.ts';
import { useLift } from '../sanctions.mutations.ts';
import type { Sanction } from '../sanctions.queries.ts';

type Props = { sanction: Sanction; onClose: () => void };

/** Ends a sanction before its time, with the reason why. */
export function LiftDialog({ sanction: { id, kind, name, reach }, onClose }: Props) {
  const lift = useLift(id);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? 'Enter a reason.' : null) },
  });
  const error = useFormErrors(form, lift.error);
  const { noun } = kindWords[kind];
  const [verb, past] = kind === 'warning' ? ['Withdraw', 'withdrawn'] : ['Lift', 'lifted'];
  const submit = ({ reason }: { reason: string }) =>
    lift.mutate(reason.trim(), {
      onSuccess: () => {
        toastSuccess(`${noun} of ${visibleText(name)} ${past}.`);
        onClose();
      },
    });
  return (
    <FormDialog
      title={`${verb} ${noun.toLowerCase()} of ${visibleText(name)}`}
      submitLabel={verb}
      isPending={lift.isPending}
      error={error}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <Text>
        {kind === 'ban' ? 'The player can join again on ' : `The ${noun.toLowerCase()} ends on `}
        <PlainText text={reachText(reach)} />. Servers that can't be reached now follow when they are back.
      </Text>
      <TextInput label="Reason" maxLength={300} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
