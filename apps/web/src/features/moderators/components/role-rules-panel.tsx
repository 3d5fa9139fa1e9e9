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
import { useRemoveRule } from '../moderators.mutations.ts';
import { roleRulesQuery, type RoleRule } from '../moderators.queries.ts';
import { grantColumns } from './grant-columns.tsx';
import type { PlaceChoice } from './role-rule-dialog.tsx';

const Dialog = lazyPart(() => import('./role-rule-dialog.tsx').then((module) => module.RoleRuleDialog));

/** Which roles in Discord make their members moderators. For the Owner. */
export function RoleRulesPanel({ places }: { places: readonly PlaceChoice[] }) {
  const query = useQuery(roleRulesQuery);
  const [open, setOpen] = useState<{ rule: RoleRule | undefined }>();
  const remove = useRemoveRule();
  return (
    <Panel title="Moderators by Discord role" isWide>
      <Stack gap="md">
        <Text c="dimmed">
          Members of the community guild with these roles are moderators if they have linked their Discord account.
          Anyone who loses the role in Discord loses the powers here within a minute.
        </Text>
        <QueryRegion query={query} skeletonHeight={80}>
          {({ rules, roles }) => (
            <Stack gap="md">
              {rules.length === 0 ? (
                <Text>No role makes anyone a moderator yet.</Text>
              ) : (
                <DataTable
                  id="moderator-roles"
                  label="Discord roles"
                  hasTools={false}
                  rows={rules}
                  columns={[
                    subject,
                    ...grantColumns<RoleRule>({ nameOf, onEdit: (rule) => setOpen({ rule }), onRemove: remove.mutate }),
                  ]}
                />
              )}
              {roles === null ? <Text>The bot is not connected to Discord, so no role can be added now.</Text> : null}
              <div>
                <Button variant="default" disabled={roles === null} onClick={() => setOpen({ rule: undefined })}>
                  Add a role
                </Button>
              </div>
              {open === undefined ? null : (
                <Dialog rule={open.rule} roles={roles ?? []} places={places} onClose={() => setOpen(undefined)} />
              )}
            </Stack>
          )}
        </QueryRegion>
      </Stack>
    </Panel>
  );
}

const subject: TableColumn<RoleRule> = {
  key: 'role',
  label: 'Role',
  width: 'auto',
  onCard: 'title',
  value: ({ role }) => role.name,
  render: ({ role, userCount }) => (
    <>
      <PlainText text={role.name} />
      <SecondLine>{userCount === 1 ? '1 user' : `${userCount} users`}</SecondLine>
    </>
  ),
};

const nameOf = ({ role }: RoleRule) => `the role ${role.name}`;
