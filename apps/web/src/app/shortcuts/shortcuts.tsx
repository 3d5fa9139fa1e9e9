import { useParams, useRouter } from '@tanstack/react-router';
import { isAdmin } from '@tribehall/contract/roles';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { useFavorites } from '../../features/users/users.mutations.ts';
import { useMe } from '../../features/users/users.queries.ts';
import type { NavGroup } from '../navigation.ts';
import { pageShortcuts } from './page-shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const HelpDialog = lazyPart(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp));
const ServerOverlay = lazyPart(() =>
  import('../../features/servers/components/server-overlay.tsx').then((module) => module.ServerOverlay),
);

export type ShortcutDialog = 'help' | 'servers';

type Props = {
  groups: NavGroup[];
  dialog: ShortcutDialog | undefined;
  onDialog: (dialog: ShortcutDialog | undefined) => void;
};

/** The keyboard shortcuts of a logged-in user, and the dialogs they open. */
export function Shortcuts({ groups, dialog, onDialog }: Props) {
  const router = useRouter();
  const me = useMe();
  const favorites = useFavorites();
  const { serverId } = useParams({ strict: false });
  const pages = pageShortcuts(groups);
  useShortcuts({
    onHelp: () => onDialog('help'),
    onServers: () => onDialog('servers'),
    onPage: (key) => {
      const page = pages.find((one) => one.key === key);
      if (page !== undefined) void router.navigate(page.link);
    },
  });
  const close = () => onDialog(undefined);
  if (dialog === 'help') return <HelpDialog pages={pages} onClose={close} />;
  if (dialog !== 'servers' || me === undefined) return null;
  return <ServerOverlay favorites={favorites} canAdd={isAdmin(me.roles)} currentId={serverId} onClose={close} />;
}
