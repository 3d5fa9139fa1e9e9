import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '@tribehall/common/redactor';
import { natsSecrets } from '../../../platform/bus/nats-address.ts';
import type { Config } from '../../../config.ts';

/** Shorter ones, such as `admin`, are also words of log lines; the patterns hide them in URLs and settings. */
const shortest = 6;
const secretName = /_(SECRET|TOKEN|KEY)$/;
/** Secrets in the data folder. */
const secretFiles = ['secret.key', 'database.json'];

/** Redacts the secrets of this portal's settings and files, and everything that looks like one. */
export function createPortalRedactor(config: Config): (text: string) => string {
  const given = Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (name === 'NATS_URL') return natsSecrets(value);
    if (name === 'NATS_CREDS') return existsSync(value) ? secretLines(readFileSync(value, 'utf8')) : [];
    // The path of a file, not a key.
    if (name === 'NATS_KEY') return [];
    return secretName.test(name) ? [value] : passwordIn(value);
  });
  const stored = secretFiles.flatMap((file) => readSecrets(join(config.DATA_DIR, file)));
  const redactor = createRedactor({ secrets: [...given, ...stored], shortest });
  return (text) => redactor.redact(text);
}

/** The JWT and the seed stand between lines of dashes. */
function secretLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line, index) => line !== '' && lines[index - 1]?.startsWith('-----BEGIN') === true);
}

function passwordIn(text: string): string[] {
  if (!text.includes('@') || !URL.canParse(text)) return [];
  const { password } = new URL(text);
  return password === '' ? [] : [password, decoded(password)];
}

/** A `%` that encodes nothing is left as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The whole file, or the password where the file is a JSON record. */
function readSecrets(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8').trim();
  const [, password] = /"password"\s*:\s*"([^"]+)"/.exec(text) ?? [];
  return password === undefined ? [text] : [password];
}
