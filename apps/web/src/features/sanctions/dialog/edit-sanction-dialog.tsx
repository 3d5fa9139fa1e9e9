import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { DateTimeInput } from '../../../components/forms/date-time-input.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { fromLocalField, isUnreadableTime, toLocalField, unreadableTime } from '../../../lib/text/local-field.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { isLasting, kindWords } from '../sanction-words.ts';
import { useEditSanction, type SanctionEdit } from '../sanctions.mutations.ts';
import type { Sanction } from '../sanctions.queries.ts';
import { EvidenceFields, type EvidencePickerType } from './evidence-fields.tsx';
import { evidenceProblem, toEvidence, type EvidenceRow } from './sanction-form.ts';

type Props = { sanction: Sanction; EvidencePicker: EvidencePickerType; onClose: () => void };
type Values = { reason: string; note: string; endsAt: string; evidence: EvidenceRow[] };

/** Changes what was written about a sanction, and its end while it holds. */
export function EditSanctionDialog({ sanction, EvidencePicker, onClose }: Props) {
  const { id, playerId, kind, state, name } = sanction;
  const edit = useEditSanction(id);
  const hasEnd = isLasting(kind) && state === 'active';
  const form = useForm<Values>({
    initialValues: {
      reason: sanction.reason,
      note: sanction.note,
      endsAt: toLocalField(sanction.endsAt ?? undefined),
      evidence: sanction.evidence.map(({ kind: what, url = '', text = '' }) => ({ kind: what, url, text })),
    },
    validate: {
      endsAt: (text) => (isUnreadableTime(text) ? unreadableTime : null),
      evidence: {
        url: (_, values, path) => evidenceProblem(values.evidence[Number(path.split('.')[1])] ?? { url: '', text: '' }),
      },
    },
  });
  const error = useFormErrors(form, edit.error);
  const submit = (values: Values) =>
    edit.mutate(toEdit(values, sanction, hasEnd), {
      onSuccess: () => {
        toastSuccess(`${kindWords[kind].noun} of ${visibleText(name)} changed.`);
        onClose();
      },
    });
  return (
    <FormDialog
      title={`Change ${kindWords[kind].noun.toLowerCase()} of ${visibleText(name)}`}
      submitLabel="Save"
      isPending={edit.isPending}
      error={error}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <TextInput label="Reason" maxLength={300} data-autofocus {...form.getInputProps('reason')} />
      {hasEnd ? (
        <DateTimeInput
          label="Ends"
          description="Leave it empty to keep it until someone lifts it."
          value={form.values.endsAt}
          error={form.errors['endsAt']}
          onChange={(endsAt) => form.setFieldValue('endsAt', endsAt)}
        />
      ) : null}
      <Textarea label="Internal note" rows={3} maxLength={4000} {...form.getInputProps('note')} />
      <EvidenceFields rows={form.values.evidence} form={form} playerId={playerId} Picker={EvidencePicker} />
    </FormDialog>
  );
}

/** Only what was changed: the end of a long ban may be beyond what this user may impose. */
function toEdit({ reason, note, endsAt, evidence }: Values, sanction: Sanction, hasEnd: boolean): SanctionEdit {
  const isEndChanged = hasEnd && endsAt !== toLocalField(sanction.endsAt ?? undefined);
  return {
    reason: reason.trim(),
    note: note.trim(),
    evidence: toEvidence(evidence),
    ...(isEndChanged && { endsAt: fromLocalField(endsAt) ?? null }),
  };
}
