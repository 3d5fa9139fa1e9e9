import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useSendMail, type Recipient } from '../mail.mutations.ts';
import { sentMailQuery, type Mail } from '../mail.queries.ts';
import { MailState } from './mail-state.tsx';

const meanings = {
  waiting: 'It will be delivered as soon as the player can be reached in the game.',
  delivered: 'It was delivered as a whisper in the game.',
  failed: "It couldn't be delivered.",
} as const satisfies Record<Mail['state'], string>;

/** The fixed placeholder texts of the specification. */
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
            <Text c="dimmed">It arrives as a whisper in the game, now or when the player comes online.</Text>
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

type MailSentProps = {
  recipient: Recipient;
  sent: { mailId: string; state: Mail['state'] };
  onClose: () => void;
};

/** The live state of a sent mail. */
function MailSent({ recipient, sent, onClose }: MailSentProps) {
  const { data: list } = useQuery(sentMailQuery(recipient.serverId));
  const mail = list?.find(({ id }) => id === sent.mailId) ?? { state: sent.state, reason: null };
  return (
    <Stack gap="md">
      <div role="status">
        <Text>
          Mail to <PlainText text={recipient.name} />: <MailState mail={mail} />
        </Text>
        <Text c="dimmed">{meanings[mail.state]}</Text>
      </div>
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Stack>
  );
}
