import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail as MailIcon } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RecordList, RecordNote, RecordRow } from '../../../components/display/record-list.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useTakeBackMail } from '../mail.mutations.ts';
import { playerMailQuery, type PlayerMail } from '../mail.queries.ts';
import { MailState } from './mail-state.tsx';

type Props = { playerId: string; isYou: boolean };

/** Mail to one player on all servers, as far as the user may see it; the user's own can be withdrawn while it waits. */
export function PlayerMailList({ playerId, isYou }: Props) {
  const query = useInfiniteQuery(playerMailQuery(playerId));
  return (
    <PageList query={query} itemsOf={(page) => page.mails} empty={<NoMail isYou={isYou} />}>
      {(mails) => (
        <RecordList items={mails.map((mail) => ({ ...mail, at: mail.sentAt }))}>
          {(mail) => <MailRow key={mail.id} mail={mail} />}
        </RecordList>
      )}
    </PageList>
  );
}

function MailRow({ mail }: { mail: PlayerMail }) {
  return (
    <RecordRow at={mail.sentAt} icon={MailIcon} label="Mail" server={mail.server.name}>
      <p>
        <b>
          <PlainText text={mail.subject} />
        </b>{' '}
        from {mail.isYours ? 'you' : <PlainText text={mail.sender} />} <MailState mail={mail} />
      </p>
      <RecordNote>
        <PlainText text={mail.body} />
      </RecordNote>
      {mail.isYours && mail.state === 'waiting' ? <Withdraw mail={mail} /> : null}
    </RecordRow>
  );
}

function Withdraw({ mail: { id, serverId, playerName, subject } }: { mail: PlayerMail }) {
  const takeBack = useTakeBackMail(serverId);
  const withdraw = () =>
    void takeBack.mutateAsync(id).then(() => toastSuccess(`Mail to ${visibleText(playerName)} withdrawn.`), toastError);
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={takeBack.isPending}
      aria-label={`Withdraw “${visibleText(subject)}”`}
      onClick={withdraw}
    >
      Withdraw
    </Button>
  );
}

function NoMail({ isYou }: { isYou: boolean }) {
  return (
    <Notice icon={MailIcon} title={isYou ? 'No one has sent you mail yet.' : 'No mail to this player.'}>
      <Text c="dimmed">
        {isYou
          ? 'Mail to your characters appears here, also after you have read it in the game.'
          : 'Mail that you send appears here. Admins of a server also see what others send to its players.'}
      </Text>
    </Notice>
  );
}
