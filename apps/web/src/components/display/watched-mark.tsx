import { VisuallyHidden } from '@mantine/core';
import { Eye } from 'lucide-react';
import { createContext, use } from 'react';
import classes from './watched-mark.module.css';

/** The ids of watched players, for Admins; empty for everyone else. */
export const WatchedPlayers = createContext<ReadonlySet<string>>(new Set());

/** Before the name of a watched player. */
export function WatchedMark({ playerId }: { playerId: string }) {
  if (!use(WatchedPlayers).has(playerId)) return null;
  return (
    <span className={classes.mark} title="Watched">
      <Eye size={14} aria-hidden />
      <VisuallyHidden component="span">watched </VisuallyHidden>
    </span>
  );
}
