import * as z from 'zod';
import { machineDefaults } from '../platform/machine.ts';
import { list, onOrOff, webAddress, whole, type Settings } from './setting.ts';

const modSearch = 'https://www.curseforge.com/ark-survival-ascended/search?search=';
const demoMods = [
  ['Super Spyglass Plus', 'A spyglass that shows the level and stats of whatever you look at.'],
  ['Cybers Structures', 'More building pieces, with smarter snapping and storage.'],
  ['Cryo Storage', 'Keeps all your cryopods in one place.'],
]
  .map(([name = '', text]) => `${name}=${modSearch}${encodeURIComponent(name)} (${text})`)
  .join(',');

export const featureSettings = {
  CHAT_DAYS: {
    schema: whole(1, 36_500, 90),
    unset: '90',
    about: 'Retention of game chat, in days.',
  },
  PUSH_PRIVATE_HOSTS: {
    schema: list.refine(
      (hosts) => hosts.every((host) => /^[^\s/]+:\d{1,5}$/.test(host)),
      'must be host:port, separated by commas',
    ),
    unset: 'none',
    about:
      'Push services on private addresses, `host:port`, separated by commas; all others must be public and use https.',
  },
  JOURNAL_DAYS: {
    schema: whole(1, 36_500, 365),
    unset: '365',
    about: 'Retention of what happened in the games and of who played when, in days.',
  },
  JOURNAL_MAX_MB: {
    schema: whole(100, 100_000_000, 20_000),
    unset: '20000',
    about: 'Maximum size of what happened in the games in megabytes; the oldest goes first.',
  },
  STRUCTURE_DAYS: {
    schema: whole(1, 36_500, 180),
    unset: '180',
    about: 'Days for which structures, tribes and survivors are stored after they are gone from the save.',
  },
  MAPS_FILE: {
    schema: z.string().optional(),
    unset: 'the maps of the game',
    about: 'JSON file with more maps, for mods; docs/structures.md shows one.',
  },
  DATABASES_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/databases',
    about:
      'Folder of the JSON databases, including subfolders. Portals that serve together share it, or leave it unset: PostgreSQL holds the databases then.',
  },
  FILES_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/files',
    about: 'Folder for uploaded files; shared by portals that serve together.',
  },
  FILES_MAX_MB: {
    schema: whole(1, 100_000_000, 10_000),
    unset: '10000',
    about: 'Maximum size of one file in megabytes.',
  },
  FILES_QUOTA_MB: {
    schema: whole(1, 100_000_000, 100_000),
    unset: '100000',
    about: 'Maximum size of all files in megabytes.',
  },
  FILES_KEEP_FREE_MB: {
    schema: whole(0, 100_000_000, 1000),
    unset: '1000',
    about: 'Megabytes of disk space that uploads and downloads of songs leave free.',
  },
  FTP_DIR: {
    schema: z.string().optional(),
    unset: 'not counted',
    about: 'Folder whose size the dashboard shows as `ftp`.',
  },
  TRIBEHALL_TERMINAL: {
    schema: onOrOff.default('on'),
    unset: 'on',
    about: "Whether Owners may run programs as the portal's user.",
  },
  TERMINAL_MINUTES: { schema: whole(1, 1440, 10), unset: '10', about: 'Minutes a terminal command may run.' },
  TERMINAL_OUTPUT_MB: {
    schema: whole(1, 1000, 10),
    unset: '10',
    about: 'Megabytes of output a terminal command may write.',
  },
  TERMINAL_MEMORY_MB: {
    schema: whole(16, 1_000_000, machineDefaults.terminalMb),
    unset: '1024, at most half of the memory of the machine',
    about: 'Megabytes of memory for a terminal command and everything it starts.',
  },
  TERMINAL_PROCESSES: {
    schema: whole(1, 100_000, 200),
    unset: '200',
    about: 'Processes for a terminal command and everything it starts.',
  },
  TERMINAL_AS_ROOT: {
    schema: onOrOff.default('off'),
    unset: 'off',
    about: 'Whether terminal commands run as root where the portal does; otherwise they run as nobody.',
  },
  TERMINAL_RECORDING: {
    schema: onOrOff.default('off'),
    unset: 'off',
    about: 'Whether the output of every terminal command is recorded, for Owners to replay.',
  },
  TERMINAL_RECORDING_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/recordings',
    about: 'Folder of the recordings (asciicast); shared by portals that serve together.',
  },
  TERMINAL_RECORDING_DAYS: {
    schema: whole(1, 36_500, 90),
    unset: '90',
    about: 'Retention of recordings, in days.',
  },
  TERMINAL_RECORDING_MB: {
    schema: whole(1, 100_000_000, 2000),
    unset: '2000',
    about: 'Maximum size of all recordings in megabytes; the oldest go first.',
  },
  SITE_OWNER: {
    schema: z.string().max(80).default('Tribehall'),
    unset: 'Tribehall',
    about: 'Name in the copyright line.',
  },
  SITE_CHAT_INVITE_URL: {
    schema: webAddress.default('https://discord.com/'),
    unset: 'https://discord.com/',
    about: 'Community chat, in the footer.',
  },
  SITE_MOD_PROFILE_URL: {
    schema: webAddress.default('https://www.curseforge.com/'),
    unset: 'https://www.curseforge.com/',
    about: 'Mod-hosting profile, in the footer.',
  },
  SITE_DONATION_URL: {
    schema: webAddress.default('https://ko-fi.com/'),
    unset: 'https://ko-fi.com/',
    about: 'Donation page, in the footer.',
  },
  SITE_FEATURED_MODS: {
    schema: z
      .string()
      .default(demoMods)
      .transform(readMods)
      .refine(
        (mods) => mods.length === 3 && mods.every(isMod),
        'must be three times Name=https://address or Name=https://address (text), with commas',
      ),
    unset: 'three mods of a public mod site',
    about:
      'Three mods on the landing page: `Name=https://address`, separated by commas; `Name=https://address (A short text)` adds a text.',
  },
} as const satisfies Settings;

type Mod = { name: string; url: string; text: string | null };

/** A comma begins the next mod only if a name and an address follow: texts have commas too. */
function readMods(setting: string): Mod[] {
  return setting.split(/,(?=[^=,]*=\s*https?:\/\/)/).map((part) => {
    const [name = '', ...rest] = part.split('=');
    const [, url = '', text = ''] = /^(.*?)(?:\s\((.*)\))?$/.exec(rest.join('=').trim()) ?? [];
    return { name: name.trim(), url: url.trim(), text: text.trim() || null };
  });
}

function isMod({ name, url, text }: Mod): boolean {
  return name !== '' && (text ?? '').length <= 200 && webAddress.safeParse(url).success;
}
