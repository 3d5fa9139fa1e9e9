import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { toReach, useSaveRule } from '../moderators.mutations.ts';
import type { ModeratedPlace, RoleRule, RoleRules } from '../moderators.queries.ts';
import { PowerFields, powerRules, toPowers } from './power-fields.tsx';

/** A server or cluster to choose. */
export type PlaceChoice = { type: 'server' | 'cluster'; id: string; name: string };

type Props = {
  /** To change; undefined to add one. */
  rule: RoleRule | undefined;
  roles: NonNullable<RoleRules['roles']>;
  places: readonly PlaceChoice[];
  onClose: () => void;
};

export function RoleRuleDialog({ rule, roles, places, onClose }: Props) {
  const save = useSaveRule(rule?.id);
  const form = useForm<{ roleId: string; reach: string; powers: string[]; maxBanDays: number | string }>({
    initialValues: {
      roleId: rule?.role.id ?? '',
      reach: 'all',
      powers: rule?.powers ?? ['history', 'kick', 'warn', 'mute'],
      maxBanDays: rule?.maxBanDays ?? (rule === undefined ? 7 : ''),
    },
    validate: { roleId: (roleId) => (roleId === '' ? 'Choose a role.' : null), ...powerRules },
  });
  const formError = useFormErrors(form, save.error);
  const finish = ({ role }: RoleRule) => {
    toastSuccess(`Members with the role ${role.name} are moderators.`);
    onClose();
  };
  return (
    <FormDialog
      title={rule === undefined ? 'Add a Discord role' : 'Change a Discord role'}
      submitLabel={rule === undefined ? 'Add' : 'Save'}
      isPending={save.isPending}
      error={formError}
      onSubmit={form.onSubmit(({ roleId, reach, ...values }) =>
        save.mutate({ roleId, reach: toReach(readPlace(reach)), ...toPowers(values) }, { onSuccess: finish }),
      )}
      onClose={onClose}
    >
      {rule === undefined ? (
        <>
          <NativeSelect
            label="Role in Discord"
            data={[
              { value: '', label: 'Choose a role' },
              ...roles.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
            ]}
            data-autofocus
            {...form.getInputProps('roleId')}
          />
          <NativeSelect
            label="Where"
            data={[
              { value: 'all', label: 'All servers' },
              { group: 'Clusters', items: choicesOf(places, 'cluster') },
              { group: 'Servers', items: choicesOf(places, 'server') },
            ]}
            {...form.getInputProps('reach')}
          />
        </>
      ) : (
        <Text fw={600}>
          <PlainText text={rule.role.name} />
        </Text>
      )}
      <PowerFields form={form} />
    </FormDialog>
  );
}

function choicesOf(places: readonly PlaceChoice[], wanted: PlaceChoice['type']) {
  return places
    .filter(({ type }) => type === wanted)
    .map(({ type, id, name }) => ({ value: `${type}/${id}`, label: visibleText(name) }));
}

function readPlace(value: string): ModeratedPlace {
  const [type = '', id = ''] = value.split('/');
  return type === 'server' || type === 'cluster' ? { type, id } : { type: 'all' };
}
