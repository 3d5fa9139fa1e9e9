import { Button, Group } from '@mantine/core';
import type { PlayerFlag } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { Eye, ShieldCheck } from 'lucide-react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import classes from './notes.module.css';
import { flagTexts, useChangeFlag } from './notes.mutations.ts';
import { notesQuery } from './notes.queries.ts';

const icons = { watch: Eye, trusted: ShieldCheck } as const satisfies Record<PlayerFlag, typeof Eye>;
const flags = ['watch', 'trusted'] as const satisfies readonly PlayerFlag[];

/** Beside the player's name: which flags are set, and by whom. */
export function PlayerFlagBadges({ playerId }: { playerId: string }) {
  const { data } = useQuery(notesQuery(playerId));
  return data?.flags.map(({ flag, setBy }) => {
    const Icon = icons[flag];
    return (
      <span key={flag} className={classes.badge} data-flag={flag} title={`Set by ${visibleText(setBy)}`}>
        <Icon size={14} aria-hidden />
        {flagTexts[flag].badge}
      </span>
    );
  });
}

/** Sets and clears flags, with Undo. */
export function PlayerFlagButtons({ playerId, name }: { playerId: string; name: string }) {
  const { data } = useQuery(notesQuery(playerId));
  const change = useChangeFlag(playerId, name);
  if (data === undefined) return null;
  return (
    <Group gap="xs" role="group" aria-label="Flags">
      {flags.map((flag) => {
        const Icon = icons[flag];
        const isSet = data.flags.some((known) => known.flag === flag);
        return (
          <Button
            key={flag}
            variant="default"
            className={classes.toggle ?? ''}
            aria-pressed={isSet}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => void change({ choice: { flag, isSet: !isSet }, before: { flag, isSet } })}
          >
            {flagTexts[flag].label}
          </Button>
        );
      })}
    </Group>
  );
}
