import { linkOptions, type LinkOptions } from '@tanstack/react-router';
import type { NavGroup } from '../navigation.ts';

/** The key after `g`, and the page it opens. */
export type PageShortcut = { key: string; name: string; link: LinkOptions };

/** What has no entry in the navigation, or not always. */
const otherPages: PageShortcut[] = [
  { key: 's', name: 'Servers', link: linkOptions({ to: '/arkbot/servers', search: { list: 'all' } }) },
  { key: 'c', name: 'Clusters', link: linkOptions({ to: '/arkbot/clusters', search: { list: 'all' } }) },
  { key: 'y', name: 'My account', link: linkOptions({ to: '/account' }) },
];

/** Only the pages that the user may open. */
export function pageShortcuts(groups: readonly NavGroup[]): PageShortcut[] {
  const entries = groups.flatMap(({ items }) =>
    items.flatMap(({ shortcut, label, link, isDetour, lockedReason }) => {
      if (shortcut === undefined || isDetour === true || lockedReason !== undefined) return [];
      const [key, name = label] = shortcut;
      return [{ key, name, link }];
    }),
  );
  const [home, ...others] = entries;
  return [...(home === undefined ? [] : [home]), ...otherPages, ...others];
}
