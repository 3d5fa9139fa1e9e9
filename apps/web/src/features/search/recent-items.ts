import { safeRedirect } from '../../lib/browser/safe-redirect.ts';
import { readStored, writeStored } from '../../lib/storage/stored-text.ts';

export const recentKinds = ['player', 'server', 'cluster', 'tribe', 'file', 'database'] as const;
export type RecentKind = (typeof recentKinds)[number];

/** Something that was opened from the search. */
export type RecentItem = { kind: RecentKind; id: string; name: string; href: string };

const maxItems = 8;
const maxLength = 300;

/** The latest first. The storage may hold anything: other versions of the app, extensions and people write to it. */
export function readRecent(accountId: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentItem).slice(0, maxItems) : [];
  } catch {
    return [];
  }
}

export function addRecent(accountId: string, { kind, id, name, href }: RecentItem): void {
  const item = { kind, id, name: name.slice(0, maxLength), href };
  const others = readRecent(accountId).filter((other) => other.href !== href);
  writeStored(keyOf(accountId), JSON.stringify([item, ...others].slice(0, maxItems)));
}

function keyOf(accountId: string): string {
  return `recentlyOpened/${accountId}`;
}

function isRecentItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, name, href } = value as Record<string, unknown>;
  return recentKinds.some((known) => known === kind) && [id, name].every(isShort) && isShort(href) && isOwnPage(href);
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

function isOwnPage(href: string): boolean {
  return href !== '/' && safeRedirect(href) === href;
}
