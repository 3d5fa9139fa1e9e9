import { Stack, Text, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Game } from '@tribehall/contract';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { folderFault, rconFault, type SetupChoices, type SetupSystem } from './setup-command.ts';

const systems = { linux: 'Linux', windows: 'Windows', docker: 'Docker' } as const satisfies Record<SetupSystem, string>;
const passwords = { settings: "From the game's settings", ask: 'Ask me when it runs' } as const;

const examples: Record<SetupSystem, string> = {
  linux: '/home/ark/server/ShooterGame/Saved',
  windows: 'C:\\ark\\server\\ShooterGame\\Saved',
  docker: '/srv/ark/ShooterGame/Saved',
};

type Props = { game: Game; choices: SetupChoices; onChange: (choices: SetupChoices) => void };

/** Where the game is. Faults are shown once something has been entered. */
export function SetupForm({ game, choices, onChange }: Props) {
  const change = (changes: Partial<SetupChoices>) => onChange({ ...choices, ...changes });
  const { system, folder, rcon, asksPassword } = choices;
  return (
    <Stack gap="md">
      <ShownChoice
        label="The game runs on"
        choices={systems}
        value={system}
        onChange={(next) => change({ system: next, ...(next === 'docker' && { asksPassword: true }) })}
      />
      <TextInput
        label="Folder of the game"
        description={
          system === 'docker'
            ? 'On the host: the volume with ShooterGame/Saved. The container reads it and changes nothing.'
            : 'The folder where the server is installed, or its ShooterGame/Saved.'
        }
        placeholder={examples[system]}
        value={folder}
        error={folder === '' ? null : folderFault(choices)}
        onChange={(event) => change({ folder: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
      />
      <TextInput
        label="RCON port"
        description="Leave it empty to use RCONPort of the game's settings. For a game on another machine: host:port."
        placeholder={game === 'ase' ? '32330' : '27020'}
        value={rcon}
        error={rcon === '' ? null : rconFault(choices)}
        onChange={(event) => change({ rcon: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
      />
      <ShownChoice
        label="RCON password"
        choices={passwords}
        value={asksPassword ? 'ask' : 'settings'}
        onChange={(next) => change({ asksPassword: next === 'ask' })}
      />
      <Text size="sm" c="dimmed">
        You never enter the RCON password here: the agent reads ServerAdminPassword from the game's settings or asks for
        it on the game machine, so it's neither sent to this portal nor left in the history of your shell.
      </Text>
    </Stack>
  );
}

/** A choice whose label is also seen. */
function ShownChoice<Value extends string>(props: ComponentProps<typeof SegmentedChoice<Value>>) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4} aria-hidden>
        {props.label}
      </Text>
      <SegmentedChoice {...props} />
    </div>
  );
}
