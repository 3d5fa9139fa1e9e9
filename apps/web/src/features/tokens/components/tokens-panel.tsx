import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExternalLink } from '../../../components/buttons/external-link.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { ownTokensQuery, type ApiToken } from '../tokens.queries.ts';
import { tokenColumns } from './token-columns.tsx';

const CreateDialog = lazyPart(() => import('./token-create-dialog.tsx').then((module) => module.TokenCreateDialog));
const RenameDialog = lazyPart(() => import('./token-rename-dialog.tsx').then((module) => module.TokenRenameDialog));
const RevokeDialog = lazyPart(() => import('./token-revoke-dialog.tsx').then((module) => module.TokenRevokeDialog));

type Open = { dialog: 'create' } | { dialog: 'rename' | 'revoke'; token: ApiToken };

/** The user's tokens for scripts and bots. */
export function TokensPanel() {
  const query = useQuery(ownTokensQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = tokenColumns<ApiToken>({
    onRename: (token) => setOpen({ dialog: 'rename', token }),
    onRevoke: (token) => setOpen({ dialog: 'revoke', token }),
  });
  return (
    <Panel title="API tokens" isWide>
      <Stack gap="md">
        <Text c="dimmed">
          Scripts and bots use a token in place of your password. A token can do what you choose for it, and never more
          than you can. <ExternalLink href="/api/docs">All calls of the API</ExternalLink>
        </Text>
        <QueryRegion query={query} skeletonHeight={80}>
          {(tokens) =>
            tokens.length === 0 ? (
              <Text>You have no API tokens.</Text>
            ) : (
              <DataTable id="tokens" label="API tokens" hasTools={false} rows={tokens} columns={columns} />
            )
          }
        </QueryRegion>
        <div>
          <Button variant="default" onClick={() => setOpen({ dialog: 'create' })}>
            Create a token
          </Button>
        </div>
      </Stack>
      {open?.dialog === 'create' ? <CreateDialog onClose={close} /> : null}
      {open?.dialog === 'rename' ? <RenameDialog token={open.token} onClose={close} /> : null}
      {open?.dialog === 'revoke' ? <RevokeDialog token={open.token} onClose={close} /> : null}
    </Panel>
  );
}
