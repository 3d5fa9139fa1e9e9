import { isIP } from 'node:net';
import { trimEndOf } from '@tribehall/contract/shared/text';
import * as z from 'zod';
import { machineDefaults } from '../platform/machine.ts';
import { findAddressFault } from '../platform/bus/nats-address.ts';
import { minSecretLength } from '../platform/secret-key.ts';
import { list, onOrOff, webAddress, whole, wholeOrNot, type Settings } from './setting.ts';

export const portalSettings = {
  PORT: { schema: whole(0, 65535, 8080), unset: '8080', about: 'Port of the portal; 0 takes a free one.' },
  HOST: {
    schema: z.string().refine(isHost, 'must be an address of this machine or localhost').default('127.0.0.1'),
    unset: '127.0.0.1',
    about: 'Address the portal listens on.',
  },
  PUBLIC_URL: {
    schema: webAddress
      .refine(isRootOfHost, 'must have no path, because the portal needs a host name (or a port) of its own')
      .transform((url) => trimEndOf(url, '/'))
      .optional(),
    unset: 'http://HOST:PORT',
    about: 'Address people use, if there is a proxy in front; without a path.',
  },
  TRUSTED_PROXIES: {
    schema: list.refine((parts) => parts.every(isNetwork), 'must be addresses or networks, separated by commas'),
    unset: 'none',
    about: 'Proxies whose X-Forwarded-For header is trusted.',
  },
  HSTS_SUBDOMAINS: {
    schema: onOrOff.default('off'),
    unset: 'off',
    about: 'Whether the HSTS header covers all subdomains of the host name.',
  },
  REQUESTS_PER_MINUTE: {
    schema: whole(0, 1_000_000, 1200),
    unset: '1200',
    about: 'API requests allowed per client address; 0 means no limit.',
  },
  DATA_DIR: { schema: z.string().default('./data'), unset: './data', about: 'Folder in which everything is stored.' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
    unset: 'its own database in DATA_DIR',
    about: 'PostgreSQL 15 or newer.',
  },
  DATABASE_POOL: {
    schema: whole(4, 500, machineDefaults.databasePool),
    unset: '20; 10 if the machine has less than 2 GB of memory',
    about: 'Connections to the database that this process may open; its own database allows 80 in all.',
  },
  DATABASE_POOLER: {
    schema: z.enum(['none', 'transaction'], 'must be none or transaction').default('none'),
    unset: 'none',
    about: '`transaction` if DATABASE_URL names PgBouncer, or another pooler, in transaction mode.',
  },
  NATS_URL: {
    schema: z.string().superRefine(refuseNatsFault).optional(),
    unset: 'one process',
    about:
      'NATS server that connects several portal processes: `nats://user:password@host:port`, `nats://token@host:port`, `tls://…`; separate several with commas.',
  },
  NATS_CREDS: {
    schema: z.string().optional(),
    unset: 'the login in NATS_URL',
    about: 'Credentials file (`.creds`, JWT and seed) for NATS.',
  },
  NATS_CA: {
    schema: z.string().optional(),
    unset: 'the authorities that Node trusts',
    about: 'Certificate authority of the NATS servers (PEM file); makes TLS mandatory.',
  },
  NATS_CERT: {
    schema: z.string().optional(),
    unset: 'no client certificate',
    about: 'Client certificate for NATS (PEM file).',
  },
  NATS_KEY: {
    schema: z.string().optional(),
    unset: 'no client certificate',
    about: 'Private key of the client certificate (PEM file).',
  },
  NATS_UNPROTECTED: {
    schema: onOrOff.default('off'),
    unset: 'off',
    about: 'Whether NATS on another machine may be used without a login or without TLS, on a network that you trust.',
  },
  START_WAIT_SECONDS: {
    schema: whole(0, 3600, 60),
    unset: '60',
    about:
      'Seconds for which a start waits for DATABASE_URL and NATS_URL to answer, and before an upgrade for portals of an older version to stop.',
  },
  STOP_WAIT_SECONDS: {
    schema: whole(0, 600, 5),
    unset: '5',
    about: 'Seconds for which a stop waits for requests that are running, and then for commands to game servers.',
  },
  SECRET_KEY: {
    schema: z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`).optional(),
    unset: 'generated at the first start, in DATA_DIR/secret.key',
    about:
      'Signs URLs and encrypts Discord tokens, secrets of authenticator apps and the key for browser push; the same for portals that serve together.',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
    unset: 'no email',
    about:
      'Mail server for links to reset passwords: `smtps://user:password@host:port` or `smtp://…`. A password is sent only over TLS, except to this machine.',
  },
  SMTP_FROM: {
    schema: z.email('must be an email address').optional(),
    unset: 'no email',
    about: 'Sender of emails.',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'),
    unset: 'info',
    about: 'Lowest level that is written to DATA_DIR/logs and the log entries.',
  },
  LOG_DAYS: { schema: whole(1, 3650, 14), unset: '14', about: 'Retention of log entries, in days.' },
  LOG_MAX_MB: {
    schema: whole(100, 100_000_000, 4000),
    unset: '4000',
    about: 'Maximum size of all log entries in megabytes; the oldest go first.',
  },
  AUDIT_DAYS: {
    schema: whole(1, 36_500, 730),
    unset: '730',
    about: 'Retention of audit entries, in days.',
  },
  ADDRESS_DAYS: {
    schema: whole(1, 36_500, 90),
    unset: '90',
    about: 'Days for which addresses (IP) of audit entries and sessions, and the browsers of sessions, are stored.',
  },
  METRICS_PORT: {
    schema: wholeOrNot(0, 65535),
    unset: 'no port for metrics',
    about: 'Port on which `/metrics` is served to Prometheus; 0 takes a free one.',
  },
  METRICS_HOST: {
    schema: z.string().refine(isHost, 'must be an address of this machine or localhost').default('127.0.0.1'),
    unset: '127.0.0.1',
    about: 'Address that METRICS_PORT listens on.',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
      .optional(),
    unset: 'no token: METRICS_PORT answers everyone who reaches it',
    about:
      'Bearer token for `/metrics`. Without METRICS_PORT, the portal serves `/metrics` on its own port to those who send it.',
  },
  RELEASE_URL: {
    schema: webAddress.optional(),
    unset: 'nobody asks for newer versions',
    about:
      'Where the latest release of Tribehall is published, as GitHub does it (`https://api.github.com/repos/…/releases/latest`); asked once a day.',
  },
  BACKUP_DIR: {
    schema: z.string().optional(),
    unset: 'no nightly backups',
    about: 'Folder for nightly backups of one database; shared by portals that serve together, or set for one of them.',
  },
  BACKUP_AT: {
    schema: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:30')
      .default('03:30'),
    unset: '03:30',
    about: "Time of the nightly backup, in the machine's time zone.",
  },
  BACKUP_KEEP: {
    schema: whole(1, 3650, 7),
    unset: '7',
    about: 'Number of nightly backups that stay; the oldest go first.',
  },
  BACKUP_PASSPHRASE_FILE: {
    schema: z.string().optional(),
    unset: 'backups have no secrets',
    about: 'File whose first line is the passphrase that seals the secrets in backups.',
  },
  BACKUP_BEFORE_UPGRADE: {
    schema: onOrOff.default('on'),
    unset: 'on',
    about:
      'Whether the database is backed up before a new version changes its tables, to BACKUP_DIR, or else to DATA_DIR/backups.',
  },
  TRIBEHALL_WORLD: {
    schema: onOrOff.optional(),
    unset:
      'off in a release; in a checkout on if there is no DATABASE_URL, NATS_URL, DISCORD_ or TRUSTED_PROXIES setting, and HOST and PUBLIC_URL are loopback',
    about: 'The demo world with its demo accounts. A release has it only if it was made with `--demo-world`.',
  },
  DEMO_ARK_FILE: {
    schema: z.string().optional(),
    unset: 'no demo servers',
    about: 'File in which the demo world lists its game servers; ignored while the demo world is off.',
  },
  TRIBEHALL_INSTALL: {
    schema: onOrOff.default('on'),
    unset: 'on',
    about: 'Whether `npm start`, `npm test` and `npm run bench` may install Debian packages (as root).',
  },
  RUN_AS: {
    schema: z.string().optional(),
    unset: 'tribehall',
    about:
      'User that `tribehall start` becomes where root runs it, before it listens; without such a user it does not start. `root` to stay root.',
  },
} as const satisfies Settings;

function isHost(host: string): boolean {
  return host === 'localhost' || isIP(host) !== 0;
}

function isRootOfHost(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '';
}

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
}

function refuseNatsFault(text: string, { addIssue }: z.core.$RefinementCtx<string>): void {
  const fault = findAddressFault(text);
  if (fault) addIssue({ code: 'custom', message: fault });
}
