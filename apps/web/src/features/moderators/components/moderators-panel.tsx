import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { useRemoveModerator } from '../moderators.mutations.ts';
import { moderatorsQuery, type ModeratedPlace, type Moderator } from '../moderators.queries.ts';
import { grantColumns } from './grant-columns.tsx';

const Dialog = lazyPart(() => import('./moderator-dialog.tsx').then((module) => module.ModeratorDialog));

const introductions: Record<ModeratedPlace['type'], string> = {
  server: 'Moderators can do some of what admins of this server can.',
  cluster: 'Moderators of this cluster can do some of what admins can, on every server in it.',
  all: 'Everyone who moderates a server or a cluster. People you add here moderate all servers.',
};

/** Who else moderates, for those who choose them. */
export function ModeratorsPanel({ place }: { place: ModeratedPlace }) {
  const query = useQuery(moderatorsQuery(place));
  const [open, setOpen] = useState<{ moderator: Moderator | undefined }>();
  const remove = useRemoveModerator(place);
  return (
    <Panel title="Moderators" isWide>
      <Stack gap="md">
        <Text c="dimmed">{introductions[place.type]}</Text>
        <QueryRegion query={query} skeletonHeight={80}>
          {(moderators) =>
            moderators.length === 0 ? (
              <Text>There are no moderators yet.</Text>
            ) : (
              <DataTable
                id="moderators"
                label="Moderators"
                hasTools={false}
                rows={moderators}
                columns={[
                  subject,
                  ...grantColumns<Moderator>({
                    nameOf,
                    onEdit: (moderator) => setOpen({ moderator }),
                    onRemove: remove.mutate,
                  }),
                ]}
              />
            )
          }
        </QueryRegion>
        <div>
          <Button variant="default" onClick={() => setOpen({ moderator: undefined })}>
            Add a moderator
          </Button>
        </div>
      </Stack>
      {open === undefined ? null : (
        <Dialog place={place} moderator={open.moderator} onClose={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}

const subject: TableColumn<Moderator> = {
  key: 'user',
  label: 'User',
  width: 'auto',
  onCard: 'title',
  value: ({ user }) => user.name,
  render: ({ user, role }) => (
    <>
      <PlainText text={user.name} />
      {role === null ? null : (
        <SecondLine>
          by the Discord role <PlainText text={role} />
        </SecondLine>
      )}
    </>
  ),
};

const nameOf = ({ mayChange, user: { name } }: Moderator) => (mayChange ? name : undefined);
