import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PickerDialog } from '../../../components/dialogs/picker-dialog.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { usePreloaded } from '../../../components/layout/use-preloaded.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { Favorites } from '../servers.mutations.ts';
import { serverQuery } from '../servers.queries.ts';

const ServerChoices = lazyPart(() => import('./server-choices.tsx').then((module) => module.ServerChoices));

type Props = {
  favorites: Favorites;
  /** Whether the user may add servers. */
  canAdd: boolean;
  /** Shown instead of the name of the current server. */
  buttonLabel?: string;
};

export function ServerPicker({ favorites, canAdd, buttonLabel }: Props) {
  const { serverId } = useParams({ strict: false });
  const { data: server } = useQuery({ ...serverQuery(serverId ?? ''), enabled: serverId !== undefined });
  usePreloaded(ServerChoices.preload);
  return (
    <PickerDialog
      buttonLabel={buttonLabel ?? (server === undefined ? 'Select a server...' : visibleText(server.name))}
      title="Select a server"
      variant={buttonLabel === undefined ? 'default' : 'filled'}
    >
      {(close) => <ServerChoices favorites={favorites} canAdd={canAdd} currentId={serverId} onDone={close} />}
    </PickerDialog>
  );
}
