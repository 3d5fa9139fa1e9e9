import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useSendMail, type Recipient } from '../mail.mutations.ts';
import { MailSent } from './mail-sent.tsx';

/** What the specification calls the fixed placeholder texts. */
const placeholder = { subject: 'Message from the portal', body: 'Hello from Tribehall.' };

type Props = { recipient: Recipient; instigator: string | undefined; onClose: () => void };

export function MailDialog({ recipient, instigator, onClose }: Props) {
  const send = useSendMail(recipient, instigator);
  const form = useForm({
    initialValues: placeholder,
    validate: {
      subject: (value) => (value.trim() === '' ? 'Subject is required.' : null),
      body: (value) => (value.trim() === '' ? 'Text is required.' : null),
    },
  });
  const formError = useFormErrors(form, send.error);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Mail to ${visibleText(recipient.name)}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      {send.data === undefined ? (
        <form noValidate onSubmit={form.onSubmit((letter) => send.mutate(letter))}>
          <Stack gap="md">
            <Text c="dimmed">It is whispered in the game: now, or when the player comes online.</Text>
            <TextInput label="Subject" maxLength={100} data-autofocus {...form.getInputProps('subject')} />
            <Textarea label="Text" rows={5} maxLength={2000} {...form.getInputProps('body')} />
            {formError === null ? null : <ErrorNotice error={formError} />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending}>
                Send
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <MailSent recipient={recipient} sent={send.data} onClose={onClose} />
      )}
    </Modal>
  );
}
