import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../components/data-table.module.css';
import { PlainText } from '../../../components/plain-text.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { useMailLive } from '../mail.live.ts';
import { useTakeBackMail } from '../mail.mutations.ts';
import { sentMailQuery, type Mail } from '../mail.queries.ts';
import { MailState } from './mail-state.tsx';

/** The user's mail to players of one server, live; what still waits can be taken back. */
export function MailList({ serverId }: { serverId: string }) {
  const query = useQuery(sentMailQuery(serverId));
  const takeBack = useTakeBackMail(serverId);
  useMailLive(serverId);
  const remove = ({ id, playerName }: Mail) =>
    void takeBack
      .mutateAsync(id)
      .then(() => toastSuccess(`Mail to ${visibleText(playerName)} taken back.`), toastError);
  return (
    <QueryRegion query={query} skeletonHeight={72}>
      {(mails) =>
        mails.length === 0 ? (
          <Text c="dimmed">You have sent no mail on this server.</Text>
        ) : (
          <MailTable
            mails={mails}
            pendingId={takeBack.isPending ? takeBack.variables : undefined}
            onTakeBack={remove}
          />
        )
      }
    </QueryRegion>
  );
}

type TableProps = { mails: Mail[]; pendingId: string | undefined; onTakeBack: (mail: Mail) => void };

function MailTable({ mails, pendingId, onTakeBack }: TableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Sent mail, newest first</caption>
      <thead>
        <tr>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
          <th scope="col">Sent</th>
          <th scope="col">State</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <th scope="row">
              <PlainText text={mail.playerName} />
            </th>
            <td>
              <PlainText text={mail.subject} />
            </td>
            <td className={classes.dimmed}>
              <time dateTime={mail.sentAt}>{formatDateTime(mail.sentAt)}</time>
            </td>
            <td>
              <MailState mail={mail} />
            </td>
            <td>
              {mail.state === 'waiting' ? (
                <RowButton
                  aria-label={`Take back the mail to ${visibleText(mail.playerName)}`}
                  disabled={pendingId === mail.id}
                  onClick={() => onTakeBack(mail)}
                >
                  Take back
                </RowButton>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
