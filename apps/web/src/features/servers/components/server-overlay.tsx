import { PickerOverlay } from '../../../components/dialogs/picker-overlay.tsx';
import type { Favorites } from '../servers.mutations.ts';
import { ServerChoices } from './server-choices.tsx';

type Props = { favorites: Favorites; canAdd: boolean; currentId: string | undefined; onClose: () => void };

/** The server picker without its button, for the shortcut. */
export function ServerOverlay({ favorites, canAdd, currentId, onClose }: Props) {
  return (
    <PickerOverlay title="Select a server" onClose={onClose}>
      <ServerChoices favorites={favorites} canAdd={canAdd} currentId={currentId} onDone={onClose} />
    </PickerOverlay>
  );
}
