import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SanctionKind } from '@tribehall/contract';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { lengthText, permanent } from '../lengths.ts';
import { isPlayerId } from '../sanction-filters.ts';
import { allowedKinds, maxBanMinutes, reachChoices, type ModerationPowers } from '../sanction-powers.ts';
import { isLasting, kindWords } from '../sanction-words.ts';
import { useImpose } from '../sanctions.mutations.ts';
import { templatesQuery, type SanctionTemplate } from '../sanctions.queries.ts';
import { EvidenceFields, type EvidencePickerType } from './evidence-fields.tsx';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';
import { LengthField } from './length-field.tsx';
import { ReachField } from './reach-field.tsx';
import { readId, toNewSanction, useSanctionForm, type EvidenceRow } from './sanction-form.ts';

export type SanctionDialogProps = {
  powers: ModerationPowers;
  /** Without one, the user enters the id of anybody. */
  player?: { id: string; name: string } | undefined;
  /** Where it is proposed first. */
  serverId?: string | undefined;
  EvidencePicker: EvidencePickerType;
  /** The page that the user came from. */
  proposal?: EvidenceRow | undefined;
  onClose: () => void;
};

const effects: Record<SanctionKind, string> = {
  ban: "The player is kicked and can't join. Servers that are offline apply the ban when they come back.",
  mute: "The portal doesn't pass on what the player writes in the shared chat.",
  warning: 'The player gets the reason as mail: in the game now or when they join, and in the portal.',
  kick: 'The player is disconnected where they are online, and can join again.',
};

/** Kicks, warns, mutes or bans a player. What was typed stays if the portal refuses it. */
export function SanctionDialog(props: SanctionDialogProps) {
  const { powers, player, serverId, EvidencePicker, proposal, onClose } = props;
  const { data: servers = [] } = useQuery(serversQuery(''));
  const { data: templates = [] } = useQuery(templatesQuery);
  const impose = useImpose();
  const form = useSanctionForm({
    playerId: player?.id ?? '',
    reach: serverId === undefined ? '' : `server:${serverId}`,
  });
  const error = useFormErrors(form, impose.error);
  useReturnFocus();
  const { values, errors } = form;
  const { kind } = values;
  const choices = reachChoices(powers, kind, servers, serverId);
  const chosen = choices.find(({ value }) => value === values.reach);
  const limit = kind === 'ban' && chosen !== undefined ? maxBanMinutes(powers, chosen.reach) : null;
  const length = limit !== null && values.minutes === permanent ? String(limit) : values.minutes;
  const kinds = allowedKinds(powers);
  const fill = (template: SanctionTemplate | undefined) =>
    form.setValues({
      template: template?.id ?? '',
      ...(template && {
        kind: template.kind,
        reason: template.reason,
        minutes: template.minutes === null ? permanent : String(template.minutes),
      }),
    });
  const submit = form.onSubmit((given) => {
    if (chosen === undefined) return form.setFieldError('reach', 'Choose where it applies.');
    return impose.mutate(toNewSanction({ ...given, minutes: length }, chosen.reach), { onSuccess: onClose });
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={player === undefined ? 'Ban or warn a player by ID' : `Sanction ${visibleText(player.name)}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <SegmentedChoice
            label="Kind"
            choices={Object.fromEntries(kinds.map((one) => [one, kindWords[one].noun])) as Record<SanctionKind, string>}
            value={kind}
            onChange={(next) => form.setFieldValue('kind', next)}
          />
          <Text c="dimmed">{effects[kind]}</Text>
          {player === undefined ? (
            <>
              <TextInput
                label="Player ID"
                description="Steam or EOS ID. The player can be offline, or may never have joined."
                maxLength={64}
                data-autofocus
                {...form.getInputProps('playerId')}
              />
              <TextInput
                label="Name (optional)"
                description="Shown until the player is seen on a server."
                maxLength={128}
                {...form.getInputProps('name')}
              />
            </>
          ) : null}
          <ReachField
            choices={choices}
            value={chosen === undefined ? '' : values.reach}
            error={textOf(errors['reach'])}
            onChange={(reach) => form.setFieldValue('reach', reach)}
          />
          {templates.length === 0 ? null : (
            <TemplateField
              templates={templates.filter((one) => kinds.includes(one.kind))}
              value={values.template}
              onTemplate={fill}
            />
          )}
          <TextInput
            label="Reason"
            description="The player may see it."
            maxLength={300}
            data-autofocus={player === undefined ? undefined : true}
            {...form.getInputProps('reason')}
          />
          {isLasting(kind) ? (
            <LengthField
              length={length}
              onLength={(minutes) => form.setFieldValue('minutes', minutes)}
              endsAt={values.endsAt}
              onEndsAt={(endsAt) => form.setFieldValue('endsAt', endsAt)}
              limit={limit}
              lengthError={textOf(errors['minutes'])}
              endError={textOf(errors['endsAt'])}
            />
          ) : null}
          <Textarea
            label="Internal note"
            description="Only moderators and admins see it."
            rows={2}
            maxLength={4000}
            {...form.getInputProps('note')}
          />
          <EvidenceFields
            rows={values.evidence}
            form={form}
            playerId={isPlayerId(readId(values.playerId)) ? readId(values.playerId) : undefined}
            Picker={EvidencePicker}
            proposal={proposal}
          />
          {error === null ? null : <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="danger" loading={impose.isPending}>
              {kindWords[kind].verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type TemplateProps = {
  templates: readonly SanctionTemplate[];
  value: string;
  onTemplate: (template: SanctionTemplate | undefined) => void;
};

/** Fills kind, reason and length, which can be changed afterwards. */
function TemplateField({ templates, value, onTemplate }: TemplateProps) {
  return (
    <LabelledSelect
      label="Template"
      value={value}
      onChange={(id) => onTemplate(templates.find((template) => template.id === id))}
    >
      <option value="">None</option>
      {templates.map((template) => (
        <option key={template.id} value={template.id}>
          {visibleText(template.name)} ({describe(template)})
        </option>
      ))}
    </LabelledSelect>
  );
}

function describe({ kind, minutes }: SanctionTemplate): string {
  const noun = kindWords[kind].noun.toLowerCase();
  return isLasting(kind) ? `${noun}, ${lengthText(minutes).toLowerCase()}` : noun;
}

function textOf(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
