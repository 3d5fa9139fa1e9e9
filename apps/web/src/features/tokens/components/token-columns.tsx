import { Group } from '@mantine/core';
import { scopes } from '@tribehall/contract/accounts/scopes';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { ApiToken } from '../tokens.queries.ts';

type Actions<Row> = { onRename?: (token: Row) => void; onRevoke: (token: Row) => void };

/** What a token is for and how long, with buttons to change it. */
export function tokenColumns<Row extends ApiToken>({ onRename, onRevoke }: Actions<Row>): TableColumn<Row>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      width: 'auto',
      onCard: 'title',
      value: ({ name }) => name,
      render: ({ id, name }) => (
        <>
          <PlainText text={name} />
          <SecondLine>{id}</SecondLine>
        </>
      ),
    },
    {
      key: 'scopes',
      label: 'May',
      width: 'auto',
      render: (token) => token.scopes.map((scope) => scopes[scope].label).join(', '),
    },
    { key: 'servers', label: 'Servers', width: 'auto', render: ({ servers }) => serverNames(servers) },
    {
      key: 'created',
      label: 'Created',
      width: 'auto',
      value: ({ createdAt }) => Date.parse(createdAt),
      render: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
    {
      key: 'used',
      label: 'Last used',
      width: 'auto',
      value: ({ lastUsedAt }) => (lastUsedAt === null ? null : Date.parse(lastUsedAt)),
      render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <TimeAgo at={lastUsedAt} />),
    },
    {
      key: 'expires',
      label: 'Expires',
      width: 'auto',
      value: ({ expiresAt }) => (expiresAt === null ? null : Date.parse(expiresAt)),
      render: ({ expiresAt }) => <Expiry at={expiresAt} />,
    },
    {
      key: 'actions',
      label: 'Actions',
      width: 'auto',
      onCard: 'end',
      render: (token) => (
        <Group gap="xs" wrap="nowrap">
          {onRename === undefined ? null : (
            <RowButton aria-label={`Rename ${visibleText(token.name)}`} onClick={() => onRename(token)}>
              Rename
            </RowButton>
          )}
          <RowButton aria-label={`Revoke ${visibleText(token.name)}`} onClick={() => onRevoke(token)}>
            Revoke
          </RowButton>
        </Group>
      ),
    },
  ];
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return 'Never';
  return Date.parse(at) <= now ? 'Expired' : <TimeAgo at={at} />;
}

function serverNames(servers: ApiToken['servers']): string {
  if (servers === null) return 'All servers';
  return servers.map(({ name }) => (name === null ? 'A removed server' : visibleText(name))).join(', ');
}
