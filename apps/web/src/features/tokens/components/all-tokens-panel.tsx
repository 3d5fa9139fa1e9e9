import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { allTokensQuery, type ListedToken } from '../tokens.queries.ts';
import { tokenColumns } from './token-columns.tsx';

const RevokeDialog = lazyPart(() => import('./token-revoke-dialog.tsx').then((module) => module.TokenRevokeDialog));

const user: TableColumn<ListedToken> = {
  key: 'user',
  label: 'User',
  width: 'auto',
  value: ({ user: { username } }) => username,
  render: ({ user: { username } }) => <PlainText text={username} />,
};

/** The tokens of all users, for the Owner. */
export function AllTokensPanel() {
  const [page, setPage] = useState(1);
  const [revoked, setRevoked] = useState<ListedToken>();
  const query = useQuery(allTokensQuery(page));
  const columns = [user, ...tokenColumns<ListedToken>({ onRevoke: setRevoked })];
  return (
    <Panel title="API tokens" isWide>
      <Stack gap="md">
        <Text c="dimmed">Tokens that users have created for their scripts and bots.</Text>
        <QueryRegion query={query} skeletonHeight={80}>
          {({ tokens, total, pageSize }) =>
            tokens.length === 0 && page === 1 ? (
              <Text>There are no API tokens.</Text>
            ) : (
              <>
                <DataTable id="all-tokens" label="API tokens" hasTools={false} rows={tokens} columns={columns} />
                {total > pageSize || page > 1 ? (
                  <Group gap="sm">
                    <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                      Newer tokens
                    </Button>
                    <Button variant="default" disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
                      Older tokens
                    </Button>
                  </Group>
                ) : null}
              </>
            )
          }
        </QueryRegion>
      </Stack>
      {revoked === undefined ? null : (
        <RevokeDialog token={revoked} ofUser={revoked.user.username} onClose={() => setRevoked(undefined)} />
      )}
    </Panel>
  );
}
