import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { Recipient } from '../mail.mutations.ts';
import { sentMailQuery, type Mail } from '../mail.queries.ts';
import { MailState } from './mail-state.tsx';

const meanings = {
  waiting: 'It is delivered as soon as the player can be reached in the game.',
  delivered: 'It was whispered in the game.',
  failed: 'It was not delivered.',
} as const satisfies Record<Mail['state'], string>;

type Props = {
  recipient: Recipient;
  sent: { mailId: string; state: Mail['state'] };
  onClose: () => void;
};

/** What became of a mail, for as long as one looks. */
export function MailSent({ recipient, sent, onClose }: Props) {
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
