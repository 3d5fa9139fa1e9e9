import { isIP } from 'node:net';
import { trimEndOf } from '@tribehall/contract/shared/text';
import * as z from 'zod';
import { findAddressFault } from './platform/bus/nats-address.ts';
import { minSecretLength } from './platform/secret-key.ts';

type Setting = {
  schema: z.ZodType;
  /** What happens when it is not set, in words. */
  unset: string;
  about: string;
};

const whole = (from: number, to: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)
    .default(byDefault);

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const discordId = z.string().regex(/^\d{1,20}$/, 'must be an id of Discord, a number');

const hole = (name: string) => `must have {${name}} in it`;

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const modSearch = 'https://www.curseforge.com/ark-survival-ascended/search?search=';
const demoMods = ['Super Spyglass Plus', 'Cybers Structures', 'Cryo Storage']
  .map((name) => `${name}=${modSearch}${encodeURIComponent(name)}`)
  .join(',');

/** Every setting of the product. `docs/settings.md` is this table; a test holds them together. */
export const settings = {
  PORT: { schema: whole(0, 65535, 8080), unset: '8080', about: 'Port of the portal; 0 takes a free one.' },
  HOST: {
    schema: z.string().refine(isHost, 'must be an address of this machine or localhost').default('127.0.0.1'),
    unset: '127.0.0.1',
    about: 'Address the portal listens on.',
  },
  PUBLIC_URL: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).optional(),
    unset: 'http://HOST:PORT',
    about: 'Address people use, when a proxy stands in front.',
  },
  TRUSTED_PROXIES: {
    schema: list.refine((parts) => parts.every(isNetwork), 'must be addresses or networks, separated by commas'),
    unset: 'none',
    about: 'Proxies whose X-Forwarded-For is believed.',
  },
  DATA_DIR: { schema: z.string().default('./data'), unset: './data', about: 'Folder for everything that is kept.' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
    unset: 'own database in DATA_DIR',
    about: 'PostgreSQL 15 or newer.',
  },
  NATS_URL: {
    schema: z.string().superRefine(refuseNatsFault).optional(),
    unset: 'one process',
    about:
      'NATS server that joins several portal processes: `nats://user:password@host:port`, `nats://token@host:port`, `tls://…`; several separated by commas.',
  },
  NATS_CREDS: {
    schema: z.string().optional(),
    unset: 'login of NATS_URL',
    about: 'File with a JWT and a seed (`.creds`) to log in to NATS with.',
  },
  NATS_CA: {
    schema: z.string().optional(),
    unset: 'authorities that Node trusts',
    about: 'File with the certificate authority of the NATS servers (PEM); makes TLS a must.',
  },
  NATS_CERT: {
    schema: z.string().optional(),
    unset: 'no client certificate',
    about: 'File with the client certificate for NATS (PEM).',
  },
  NATS_KEY: {
    schema: z.string().optional(),
    unset: 'no client certificate',
    about: 'File with its private key (PEM).',
  },
  REQUESTS_PER_MINUTE: {
    schema: whole(0, 1_000_000, 1200),
    unset: '1200',
    about: 'Calls one address may make; 0 is no limit.',
  },
  CHAT_DAYS: {
    schema: whole(1, 36_500, 90),
    unset: '90',
    about: 'Days that game chat is kept.',
  },
  STRUCTURE_DAYS: {
    schema: whole(1, 36_500, 180),
    unset: '180',
    about: 'Days that structures, tribes and survivors are kept after they are gone from the save.',
  },
  MAPS_FILE: {
    schema: z.string().optional(),
    unset: 'the maps of the game',
    about: 'JSON file with more maps, for mods; docs/structures.md shows one.',
  },
  LOG_DAYS: { schema: whole(1, 3650, 14), unset: '14', about: 'Days that log entries are kept.' },
  LOG_MAX_MB: {
    schema: whole(100, 100_000_000, 4000),
    unset: '4000',
    about: 'Megabytes that log entries may take; the oldest go first.',
  },
  DATABASES_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/databases',
    about: 'Folder of the JSON databases, sub-folders included; shared by portals that serve together.',
  },
  TRIBEHALL_TERMINAL: {
    schema: z.enum(['on', 'off'], 'must be on or off').default('on'),
    unset: 'on',
    about: "Whether an Owner may run programs as the portal's user.",
  },
  TERMINAL_MINUTES: { schema: whole(1, 1440, 10), unset: '10', about: 'Minutes a program of the terminal may run.' },
  TERMINAL_OUTPUT_MB: { schema: whole(1, 1000, 10), unset: '10', about: 'Megabytes it may write.' },
  TERMINAL_MEMORY_MB: {
    schema: whole(16, 1_000_000, 1024),
    unset: '1024',
    about: 'Megabytes of memory it may take, with all that it has started.',
  },
  TERMINAL_PROCESSES: {
    schema: whole(1, 100_000, 200),
    unset: '200',
    about: 'Processes it may be, with all that it has started.',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'),
    unset: 'info',
    about: 'What goes into DATA_DIR/logs and the log entries.',
  },
  TRIBEHALL_WORLD: {
    schema: z.enum(['on', 'off'], 'must be on or off').optional(),
    unset:
      'on where no DATABASE_URL, NATS_URL, DISCORD_ or TRUSTED_PROXIES setting is given and HOST and PUBLIC_URL are loopback',
    about: 'The demo world with its demo accounts.',
  },
  DEMO_ARK_FILE: {
    schema: z.string().optional(),
    unset: 'no demo servers',
    about: 'File in which the demo world lists its game servers; not read while it is off.',
  },
  TRIBEHALL_INSTALL: {
    schema: z.enum(['on', 'off'], 'must be on or off').default('on'),
    unset: 'on',
    about: 'Whether `npm start`, `npm test` and `npm run bench` may install Debian packages (as root).',
  },
  SECRET_KEY: {
    schema: z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`).optional(),
    unset: 'made at the first start, in DATA_DIR/secret.key',
    about: 'Signs links and seals what Discord entrusts; the same for portals that serve together.',
  },
  GUILD_ID: {
    schema: discordId.optional(),
    unset: 'nobody is a member',
    about: 'Guild whose members see the Ski Bap pages.',
  },
  DISCORD_CLIENT_ID: {
    schema: discordId.optional(),
    unset: 'accounts cannot be linked',
    about: 'Application id of the Discord application.',
  },
  DISCORD_CLIENT_SECRET: {
    schema: z.string().optional(),
    unset: 'accounts cannot be linked',
    about: 'Its client secret.',
  },
  DISCORD_BOT_TOKEN: { schema: z.string().optional(), unset: 'no bot', about: "Its bot's token." },
  DISCORD_AUTHORIZE_URL: {
    schema: webAddress.default('https://discord.com/oauth2/authorize'),
    unset: 'https://discord.com/oauth2/authorize',
    about: 'Page on which people let us link their account.',
  },
  DISCORD_API_BASE: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).default('https://discord.com/api'),
    unset: 'https://discord.com/api',
    about: "Discord's API.",
  },
  DISCORD_CDN_BASE: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).default('https://cdn.discordapp.com'),
    unset: 'https://cdn.discordapp.com',
    about: 'Where the icons of guilds are fetched from.',
  },
  DISCORD_OAUTH_ISSUER: {
    schema: webAddress.default('https://discord.com'),
    unset: 'https://discord.com',
    about: 'Who answers at the authorize page, where it says so.',
  },
  TRIBEHALL_BOT: {
    schema: z.enum(['on', 'off', 'alone'], 'must be on, off or alone').default('on'),
    unset: 'on',
    about: 'Whether this process runs the bot beside the portal, leaves it to another, or runs nothing else.',
  },
  PORTAL_URL: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).optional(),
    unset: 'PUBLIC_URL',
    about: 'Where a bot that runs alone calls the portal.',
  },
  MUSIC_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/music',
    about: 'Folder for downloaded songs; shared by portals that serve together.',
  },
  FILES_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/files',
    about: 'Folder for uploaded files; shared by portals that serve together.',
  },
  FILES_MAX_MB: { schema: whole(1, 100_000_000, 10_000), unset: '10000', about: 'Megabytes one file may have.' },
  FILES_QUOTA_MB: {
    schema: whole(1, 100_000_000, 100_000),
    unset: '100000',
    about: 'Megabytes all files may have together.',
  },
  FILES_KEEP_FREE_MB: {
    schema: whole(0, 100_000_000, 1000),
    unset: '1000',
    about: 'Megabytes of the drive that uploads leave free.',
  },
  FTP_DIR: { schema: z.string().optional(), unset: 'not counted', about: 'Folder counted as `ftp` on the dashboard.' },
  MUSIC_VIDEO_URL: {
    schema: webAddress
      .refine((url) => url.includes('{videoId}'), hole('videoId'))
      .default('https://www.youtube.com/watch?v={videoId}'),
    unset: 'https://www.youtube.com/watch?v={videoId}',
    about: 'Page of a video.',
  },
  MUSIC_EMBED_URL: {
    schema: webAddress
      .refine((url) => url.includes('{videoId}'), hole('videoId'))
      .default('https://www.youtube-nocookie.com/embed/{videoId}'),
    unset: 'https://www.youtube-nocookie.com/embed/{videoId}',
    about: "Page of a video's player.",
  },
  MUSIC_SEARCH: {
    schema: z
      .string()
      .refine((text) => text.includes('{query}'), hole('query'))
      .default('ytsearch10:{query}'),
    unset: 'ytsearch10:{query}',
    about: 'What yt-dlp is asked to find songs.',
  },
  MUSIC_HOSTS: {
    schema: list,
    unset: 'youtube.com, youtu.be, youtube-nocookie.com, ytimg.com and what is below them',
    about: 'Hosts videos may be on; `host:port` also allows an address that is not public.',
  },
  YOUTUBE_API_KEY: { schema: z.string().optional(), unset: 'yt-dlp searches', about: 'Key of the YouTube Data API.' },
  YOUTUBE_API_BASE: {
    schema: webAddress.default('https://www.googleapis.com/youtube/v3'),
    unset: 'https://www.googleapis.com/youtube/v3',
    about: 'YouTube Data API.',
  },
  YTDLP_PATH: { schema: z.string().optional(), unset: '`yt-dlp` in PATH', about: 'The download tool.' },
  YTDLP_JS_RUNTIME: {
    schema: z.string().optional(),
    unset: 'deno in PATH, else this Node where it is 22 or newer',
    about: 'What yt-dlp runs JavaScript with: `deno`, `deno:/path` or `node:/path`.',
  },
  YTDLP_UPDATE: {
    schema: list,
    unset: 'YTDLP_PATH, -U',
    about: 'Program and arguments that update yt-dlp, separated by commas.',
  },
  YTDLP_RELEASE_URL: {
    schema: webAddress.default('https://api.github.com/repos/yt-dlp/yt-dlp/releases/latest'),
    unset: 'https://api.github.com/repos/yt-dlp/yt-dlp/releases/latest',
    about: 'Where the newest version of yt-dlp is told.',
  },
  FFMPEG_PATH: { schema: z.string().optional(), unset: '`ffmpeg` in PATH', about: 'Converts and plays songs.' },
  MUSIC_MAX_MINUTES: { schema: whole(1, 1440, 120), unset: '120', about: 'Length a video may have.' },
  MUSIC_MAX_MB: { schema: whole(1, 100_000, 2000), unset: '2000', about: 'Megabytes a download may have.' },
  MUSIC_QUOTA_MB: {
    schema: whole(1, 100_000_000, 20_000),
    unset: '20000',
    about: 'Megabytes of songs that are kept; those not used for longest go first.',
  },
  MUSIC_KEEP_DAYS: { schema: whole(1, 36_500, 90), unset: '90', about: 'Days a song is kept that nobody uses.' },
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
        'must be three times Name=https://address, with commas',
      ),
    unset: 'three mods of a public mod site',
    about: 'Mods on the landing page: `Name=https://address`, three of them, separated by commas.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function isHost(host: string): boolean {
  return host === 'localhost' || isIP(host) !== 0;
}

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
}

function refuseNatsFault(text: string, { addIssue }: z.core.$RefinementCtx<string>): void {
  const fault = findAddressFault(text);
  if (fault) addIssue({ code: 'custom', message: fault });
}

function readMods(text: string): { name: string; url: string }[] {
  return text.split(',').map((part) => {
    const [name = '', ...rest] = part.split('=');
    return { name: name.trim(), url: rest.join('=').trim() };
  });
}

function isMod(mod: { name: string; url: string }): boolean {
  return mod.name !== '' && webAddress.safeParse(mod.url).success;
}
