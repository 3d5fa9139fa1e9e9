import type { Target } from '../players.mutations.ts';

/** What a dialog about something done to a player needs to name it. */
export type PlayerDialogProps = {
  server: { name: string };
  target: Target;
  name: string;
  onClose: () => void;
};
