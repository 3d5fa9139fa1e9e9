import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { SanctionKind } from '@tribehall/contract';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';
import { lengthChoices, ownEnd, permanent } from '../lengths.ts';
import { isLasting, kindWords } from '../sanction-words.ts';
import { useSaveTemplates, type NewTemplate } from '../sanctions.mutations.ts';
import { templatesQuery, type SanctionTemplate } from '../sanctions.queries.ts';
import classes from './templates-dialog.module.css';

/** The portal's limit. */
const maxTemplates = 100;

type Row = { key: string; name: string; kind: SanctionKind; reason: string; minutes: string };
type Values = { templates: Row[] };

/** The reasons that moderators choose from, with their usual lengths. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      size={1000}
      title="Templates"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <QueryRegion query={useQuery(templatesQuery)}>
        {(templates) => <TemplatesForm templates={templates} onClose={onClose} />}
      </QueryRegion>
    </Modal>
  );
}

function TemplatesForm({ templates, onClose }: { templates: readonly SanctionTemplate[]; onClose: () => void }) {
  const save = useSaveTemplates();
  const form = useForm<Values>({
    initialValues: { templates: templates.map(toRow) },
    validate: { templates: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) } },
  });
  const error = useFormErrors(form, save.error);
  const rows = form.values.templates;
  const move = (from: number, to: number) => form.reorderListItem('templates', { from, to });
  const submit = (values: Values) =>
    save.mutate(values.templates.map(toTemplate), {
      onSuccess: () => {
        toastSuccess('Templates saved.');
        onClose();
      },
    });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        <Text c="dimmed">
          A template fills in kind, reason and length. Editing one doesn't change earlier sanctions.
        </Text>
        {rows.length === 0 ? <Text>There are no templates yet.</Text> : null}
        <ol className={classes.list}>
          {rows.map(({ key, kind, minutes }, index) => (
            <li key={key} className={classes.row}>
              <TextInput label="Name" maxLength={80} {...form.getInputProps(`templates.${index}.name`)} />
              <LabelledSelect
                label="Kind"
                value={kind}
                onChange={(next) => form.setFieldValue(`templates.${index}.kind`, next as SanctionKind)}
              >
                {Object.entries(kindWords).map(([value, { noun }]) => (
                  <option key={value} value={value}>
                    {noun}
                  </option>
                ))}
              </LabelledSelect>
              <TextInput label="Reason" maxLength={300} {...form.getInputProps(`templates.${index}.reason`)} />
              {isLasting(kind) ? (
                <LabelledSelect
                  label="Length"
                  value={minutes}
                  onChange={(next) => form.setFieldValue(`templates.${index}.minutes`, next)}
                >
                  {lengthChoices(minutes, null).map(([value, text]) =>
                    value === ownEnd ? null : (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ),
                  )}
                </LabelledSelect>
              ) : (
                <span />
              )}
              <div className={classes.actions}>
                <IconButton
                  icon={ArrowUp}
                  label={`Move template ${index + 1} up`}
                  isDisabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Move template ${index + 1} down`}
                  isDisabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon={X}
                  label={`Remove template ${index + 1}`}
                  onClick={() => form.removeListItem('templates', index)}
                />
              </div>
            </li>
          ))}
        </ol>
        {rows.length >= maxTemplates ? null : (
          <div>
            <Button
              variant="default"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => form.insertListItem('templates', newRow())}
            >
              Add template
            </Button>
          </div>
        )}
        {error === null ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function newRow(): Row {
  return { key: crypto.randomUUID(), name: '', kind: 'ban', reason: '', minutes: '1440' };
}

function toRow({ id, name, kind, reason, minutes }: SanctionTemplate): Row {
  return { key: id, name, kind, reason, minutes: minutes === null ? permanent : String(minutes) };
}

function toTemplate({ name, kind, reason, minutes }: Row): NewTemplate {
  const length = !isLasting(kind) || minutes === permanent ? null : Number(minutes);
  return { name: name.trim(), kind, reason: reason.trim(), minutes: length };
}
