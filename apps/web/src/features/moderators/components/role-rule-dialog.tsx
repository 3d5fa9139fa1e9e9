import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';
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
          <LabelledSelect
            label="Role in Discord"
            isFirst

            value={form.values.roleId}
            error={form.errors['roleId']}
            onChange={(roleId) => form.setFieldValue('roleId', roleId)}
          >
            <option value="">Choose a role</option>
            {roles.map(({ id, name }) => (
              <option key={id} value={id}>
                {visibleText(name)}
              </option>
            ))}
          </LabelledSelect>
          <LabelledSelect
            label="Where"
            value={form.values.reach}
            error={form.errors['reach']}
            onChange={(reach) => form.setFieldValue('reach', reach)}
          >
            <option value="all">All servers</option>
            <PlaceGroup label="Clusters" type="cluster" places={places} />
            <PlaceGroup label="Servers" type="server" places={places} />
          </LabelledSelect>
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

type PlaceGroupProps = { label: string; type: PlaceChoice['type']; places: readonly PlaceChoice[] };

function PlaceGroup({ label, type, places }: PlaceGroupProps) {
  return (
    <optgroup label={label}>
      {places
        .filter((place) => place.type === type)
        .map(({ id, name }) => (
          <option key={id} value={`${type}/${id}`}>
            {visibleText(name)}
          </option>
        ))}
    </optgroup>
  );
}

function readPlace(value: string): ModeratedPlace {
  const [type = '', id = ''] = value.split('/');
  return type === 'server' || type === 'cluster' ? { type, id } : { type: 'all' };
}
