import { isOwner } from '@tribehall/contract/roles';
import { useRouter } from '@tanstack/react-router';
import { Activity, CircleUser, Keyboard, LogOut, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useThemeSwitch } from '../../components/buttons/theme-switch.tsx';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { Face } from '../../components/people/face.tsx';
import { Palette } from '../../features/search/components/palette.tsx';
import type { PaletteItem } from '../../features/search/palette-items.ts';
import { useSaveWorld } from '../../features/structures/structures.mutations.ts';
import { useMe } from '../../features/users/users.queries.ts';
import type { NavGroup } from '../navigation.ts';
import { hitActions } from './hit-actions.ts';
import { TaskDialog, type Task } from './task-dialog.tsx';

const ReportDialog = lazyPart(() =>
  import('../../pages/arkbot/reports/report-player.dialog.tsx').then((module) => module.ReportPlayerDialog),
);

type Props = {
  isOpen: boolean;
  groups: NavGroup[];
  typedAhead: () => string;
  onShortcuts: () => void;
  onClose: () => void;
};

/** The palette, what it lists besides what the portal finds, and the dialogs of its actions. */
export function PaletteHost({ isOpen, groups, typedAhead, onShortcuts, onClose }: Props) {
  const me = useMe();
  const router = useRouter();
  const [task, setTask] = useState<Task>();
  const [reported, setReported] = useState<{ id: string; name: string }>();
  const saveWorld = useSaveWorld();
  const commands = useCommands(onShortcuts);
  const choose = (item: PaletteItem) =>
    // Not within an effect, where React cannot flush.
    queueMicrotask(() => {
      // First, so that the focus is back where a dialog returns it to.
      flushSync(onClose);
      if ('href' in item) void router.navigate({ href: item.href });
      else item.run();
    });
  if (me === undefined) return null;
  const instigatorOn = (serverId: string) => me.ark.linkedPlayers.find((link) => link.serverId === serverId)?.playerId;
  const startTask = (next: Omit<Task, 'instigator'>) => setTask({ ...next, instigator: instigatorOn(next.server.id) });
  const isOwn = (id: string) => me.ark.linkedPlayers.some(({ playerId }) => playerId === id);
  const save = (serverId: string) => saveWorld.mutate({ serverId, instigator: instigatorOn(serverId) });
  return (
    <>
      {isOpen ? (
        <Palette
          accountId={me.id}
          pages={pagesOf(groups, router, isOwner(me.roles))}
          commands={commands}
          hitActions={hitActions({ onTask: startTask, onSaveWorld: save, onReport: setReported, isOwn })}
          PlayerMark={PlayerMark}
          typedAhead={typedAhead}
          onChoose={choose}
          onClose={onClose}
        />
      ) : null}
      {task === undefined ? null : <TaskDialog task={task} onClose={() => setTask(undefined)} />}
      {reported === undefined ? null : <ReportDialog player={reported} onClose={() => setReported(undefined)} />}
    </>
  );
}

function PlayerMark({ playerId, name }: { playerId: string; name: string }) {
  return <Face id={playerId} name={name} />;
}

/** What the navigation offers this user, and the account. The games come first. */
function pagesOf(groups: NavGroup[], router: ReturnType<typeof useRouter>, isOwner: boolean): PaletteItem[] {
  const pages = new Map<string, PaletteItem>();
  const add = (name: string, href: string, mark: LucideIcon, { title = '', keywords = '' }) => {
    if (pages.has(href)) return;
    const note = title === '' || title === 'Other' ? {} : { note: title };
    pages.set(href, {
      id: `page ${href}`,
      name,
      ...note,
      keywords: `Go to ${title} ${keywords}`,
      kind: 'page',
      mark,
      href,
    });
  };
  for (const { title = '', items } of groups.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    for (const { label, icon, link, isDetour, lockedReason } of items) {
      if (isDetour !== true && lockedReason === undefined) add(label, router.buildLocation(link).href, icon, { title });
    }
  }
  // The Owner makes it public there.
  if (isOwner) add('Server status', '/status', Activity, { keywords: 'public badge community name' });
  add('Account', '/account', CircleUser, { keywords: 'my settings password' });
  return [...pages.values()];
}

function rankOf({ title }: NavGroup): number {
  return title === undefined || title.startsWith('ARK') ? 0 : 1;
}

function useCommands(onShortcuts: () => void): PaletteItem[] {
  const router = useRouter();
  const { label, icon, next, switchTheme } = useThemeSwitch();
  return [
    {
      id: 'switch theme',
      name: 'Switch theme',
      note: `from ${label} to ${next}`,
      keywords: 'dark light colors',
      kind: 'action',
      mark: icon,
      run: switchTheme,
    },
    {
      id: 'keyboard shortcuts',
      name: 'Keyboard shortcuts',
      keywords: 'keys help hotkeys',
      kind: 'action',
      mark: Keyboard,
      run: onShortcuts,
    },
    {
      id: 'log out',
      name: 'Log out',
      keywords: 'logout sign',
      kind: 'action',
      mark: LogOut,
      run: () => void router.navigate({ to: '/logout' }),
    },
  ];
}
