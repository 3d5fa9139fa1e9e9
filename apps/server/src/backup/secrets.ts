import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readGiven, type Config } from '../config.ts';
import { sealWithPassphrase, unsealWithPassphrase } from '../platform/archive/passphrase-seal.ts';
import { BackupError } from './contents.ts';

const minPassphraseLength = 12;

const secretsSchema = z.object({
  /** The contents of secret.key; where SECRET_KEY is set, there is no such file. */
  key: z.string().optional(),
  settings: z.record(z.string(), z.string()),
});
export type Secrets = z.infer<typeof secretsSchema>;

export const lostWithoutSecrets =
  'people have to link their Discord accounts and set up their authenticator apps again (a recovery code or passkey ' +
  'logs them in), browsers have to be switched on again for notifications, and links that were handed out stop working';

/** Without a secret. */
export function describeSettings(config: Config): string {
  return toEnv(readGiven(config).open);
}

export async function sealSecrets(config: Config, passphrase: string): Promise<string> {
  const secrets: Secrets = { settings: readGiven(config).secret };
  if (config.SECRET_KEY === undefined) secrets.key = readFileSync(join(config.DATA_DIR, 'secret.key'), 'utf8').trim();
  return sealWithPassphrase(JSON.stringify(secrets), passphrase);
}

export async function unsealSecrets(sealed: string, passphrase: string): Promise<Secrets> {
  const text = await unsealWithPassphrase(sealed, passphrase);
  if (text === undefined)
    throw new BackupError('This passphrase does not open the secrets of the backup. Nothing was restored.');
  return secretsSchema.parse(JSON.parse(text));
}

/** The first line of the file. */
export function readPassphraseFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new BackupError(
      `The file of the passphrase, ${path}, cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      {
        cause,
      },
    );
  }
  return requirePassphrase(text.split(/\r?\n/)[0] ?? '');
}

export function requirePassphrase(passphrase: string): string {
  if (passphrase.length >= minPassphraseLength) return passphrase;
  throw new BackupError(`The passphrase must have at least ${minPassphraseLength} characters.`);
}

/** Lines for an .env file. */
export function toEnv(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${/^[\w./:@,-]*$/.test(value) ? value : quoteEnv(value)}\n`)
    .join('');
}

const quoteEnv = (value: string) => {
  const sign = ["'", '"', '`'].find((each) => !value.includes(each)) ?? "'";
  return `${sign}${value}${sign}`;
};
