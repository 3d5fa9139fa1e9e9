import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { useChangeGuilds, type GuildChange } from '../chat-settings.mutations.ts';

type Values = { guildId: string; loggingGuilds: boolean; relayGuilds: boolean };
type Props = { serverId: string; instigator: string | undefined };

/** Adds a guild to one or both lists. */
export function ChatGuildForm({ serverId, instigator }: Props) {
  const change = useChangeGuilds(serverId, instigator);
  const form = useForm<Values>({
    initialValues: { guildId: '', loggingGuilds: true, relayGuilds: false },
    validate: {
      guildId: (value) => (/^\d{1,20}$/.test(value.trim()) ? null : 'A guild ID is a number with up to 20 digits.'),
      relayGuilds: (isRelay, { loggingGuilds }) => (isRelay || loggingGuilds ? null : 'Choose at least one.'),
    },
  });
  const formError = useFormErrors(form, change.error);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => change.mutate(changesOf(values), { onSuccess: () => form.reset() }))}
    >
      <Stack gap="md" maw={480}>
        <TextInput
          label="Guild ID"
          inputMode="numeric"
          autoComplete="off"
          maxLength={32}
          {...form.getInputProps('guildId')}
        />
        <Checkbox
          label="Log channel"
          description="Every message is posted to the guild's log channel."
          {...form.getInputProps('loggingGuilds', { type: 'checkbox' })}
        />
        <Checkbox
          label="Relay"
          description="Messages go both ways between the guild and the server's cluster."
          {...form.getInputProps('relayGuilds', { type: 'checkbox' })}
        />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            Add guild
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function changesOf({ guildId, ...chosen }: Values): GuildChange[] {
  const lists = (['loggingGuilds', 'relayGuilds'] as const).filter((list) => chosen[list]);
  return lists.map((list) => ({ list, guildId: guildId.trim(), isOn: true }));
}
