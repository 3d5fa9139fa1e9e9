import { Text } from '@mantine/core';
import { mailListLimit } from '@tribehall/contract/shared/limits';
import { useQuery } from '@tanstack/react-query';
import { Mail as MailIcon } from 'lucide-react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useMailLive } from '../mail.live.ts';
import { useTakeBackMail } from '../mail.mutations.ts';
import { sentMailQuery, type Mail } from '../mail.queries.ts';
import { MailState } from './mail-state.tsx';

type Props = { serverId: string; filter: string; onChoose: (playerId: string) => void };

/** The user's mail to players of one server, live; waiting mail can be withdrawn. */
export function MailList({ serverId, filter, onChoose }: Props) {
  const query = useQuery(sentMailQuery(serverId));
  const takeBack = useTakeBackMail(serverId);
  useMailLive(serverId);
  const remove = ({ id, playerName }: Mail) =>
    void takeBack.mutateAsync(id).then(() => toastSuccess(`Mail to ${visibleText(playerName)} withdrawn.`), toastError);
  const pendingId = takeBack.isPending ? takeBack.variables : undefined;
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rows={2} />}>
      {(mails) => {
        if (mails.length === 0) return <NoMail />;
        const found = mails.filter((mail) => isMatch(mail, filter));
        return (
          <>
            {mails.length < mailListLimit ? null : (
              <Text size="sm" c="dimmed">
                Showing your latest {mailListLimit} mails.
              </Text>
            )}
            {found.length === 0 ? (
              <Text c="dimmed">No mail found.</Text>
            ) : (
              <DataTable
                id="sent-mail"
                label="Sent mail"
                size="small"
                rows={found}
                columns={columnsFor(pendingId, remove)}
                onChoose={({ playerId }) => onChoose(playerId)}
              />
            )}
          </>
        );
      }}
    </QueryRegion>
  );
}

function NoMail() {
  return (
    <Notice
      icon={MailIcon}
      title="You haven't sent any mail on this server."
      action={
        <LinkButton to="/arkbot/players" variant="default">
          Find a player
        </LinkButton>
      }
    >
      <Text c="dimmed">Choose a player above to write to them. Mail is delivered when they are next online.</Text>
    </Notice>
  );
}

function isMatch({ playerName, playerId, subject }: Mail, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [playerName, playerId, subject].some((text) => text.toLowerCase().includes(wanted));
}

function columnsFor(pendingId: string | undefined, onWithdraw: (mail: Mail) => void): TableColumn<Mail>[] {
  return [
    {
      key: 'to',
      label: 'To',
      width: 'minmax(0, 1fr)',
      onCard: 'title',
      value: ({ playerName }) => playerName,
      render: ({ playerId, playerName }) => <PlayerLink playerId={playerId} name={playerName} isPeek />,
    },
    {
      key: 'subject',
      label: 'Subject',
      width: 'minmax(0, 2fr)',
      isOptional: true,
      onCard: 'bare',
      value: ({ subject }) => subject,
      render: ({ subject }) => <PlainText text={subject} />,
    },
    {
      key: 'sent',
      label: 'Sent',
      width: '200px',
      isOptional: true,
      onCard: 'hidden',
      firstOrder: 'desc',
      value: ({ sentAt }) => sentAt,
      render: ({ sentAt }) => <TimeAgo at={sentAt} />,
    },
    {
      key: 'state',
      label: 'State',
      width: 'minmax(120px, 1fr)',
      isOptional: true,
      onCard: 'bare',
      value: ({ state }) => state,
      // A long reason is truncated in the row.
      render: (mail) => (
        <span title={mail.reason === null ? undefined : visibleText(mail.reason)}>
          <MailState mail={mail} />
        </span>
      ),
    },
    {
      key: 'takeBack',
      label: 'Action',
      width: '104px',
      onCard: 'end',
      render: ({ state }) => (state === 'waiting' ? 'Withdraw' : ''),
      action: {
        label: ({ playerName }) => `Withdraw the mail to ${visibleText(playerName)}`,
        isOffered: ({ state }) => state === 'waiting',
        isDisabled: ({ id }) => id === pendingId,
        run: onWithdraw,
      },
    },
  ];
}
