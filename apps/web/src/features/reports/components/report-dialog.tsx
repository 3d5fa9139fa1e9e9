import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useSendReport, type Reported } from '../reports.mutations.ts';

export const maxReportLength = 1000;

type Props = {
  reported: Reported;
  /** Where it may have happened; the first one is chosen. */
  servers: readonly { id: string; name: string }[];
  /** What the text begins with. */
  initialText?: string;
  onClose: () => void;
};

/** Reports a player to the moderators of a server, or to the Admins. */
export function ReportDialog({ reported, servers, initialText = '', onClose }: Props) {
  const send = useSendReport(reported);
  const form = useForm({
    initialValues: { text: initialText, serverId: servers[0]?.id },
    validate: { text: (value) => (value.trim() === '' ? 'Describe what happened.' : null) },
  });
  const error = useFormErrors(form, send.error);
  return (
    <FormDialog
      title={`Report ${visibleText(reported.name)}`}
      submitLabel="Send report"
      isPending={send.isPending}
      error={error}
      onSubmit={form.onSubmit(({ text, serverId }) =>
        send.mutate({ text: text.trim(), serverId }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <Text c="dimmed">Only moderators see your report. The player isn't told about it.</Text>
      <Textarea
        label="What happened?"
        rows={5}
        maxLength={maxReportLength}
        data-autofocus
        {...form.getInputProps('text')}
      />
      {servers.length === 0 ? null : (
        <SelectField
          label="Server"
          all="Not on a server"
          choices={servers.map(({ id, name }) => [id, visibleText(name)])}
          value={form.values.serverId}
          onChange={(serverId) => form.setFieldValue('serverId', serverId)}
        />
      )}
    </FormDialog>
  );
}
