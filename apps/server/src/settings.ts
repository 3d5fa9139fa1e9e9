import { discordSettings } from './settings/discord.settings.ts';
import { featureSettings } from './settings/features.settings.ts';
import { musicSettings } from './settings/music.settings.ts';
import { portalSettings } from './settings/portal.settings.ts';
import { storageSettings } from './settings/storage.settings.ts';

/** Every setting of the product, in the order of the table in `docs/settings.md`; a test compares the two. */
export const settings = {
  ...portalSettings,
  ...featureSettings,
  ...storageSettings,
  ...discordSettings,
  ...musicSettings,
};

export type SettingName = keyof typeof settings;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
