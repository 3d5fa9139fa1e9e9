import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Uses of the portal's key. A separate key is derived for each purpose. */
export type SecretKey = {
  /** A signature of this text, 43 characters long. */
  sign(purpose: string, text: string): string;
  isSignature(purpose: string, text: string, signature: string): boolean;
  /** Encrypts a text, so that the database alone does not reveal it. */
  seal(purpose: string, text: string): string;
  /** Decrypts it; undefined if it was not sealed with this key for this purpose. */
  unseal(purpose: string, sealed: string): string | undefined;
};

/** For the setting and the file: a shorter secret could be guessed, and signatures forged. */
export const minSecretLength = 32;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function createSecretKey(secret: string): SecretKey {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(`sign ${purpose}`))
      .update(text)
      .digest('base64url');
  return {
    sign,
    isSignature: (purpose, text, signature) => {
      const right = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return right.length === given.length && timingSafeEqual(right, given);
    },
    seal: (purpose, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keyFor(`seal ${purpose}`), nonce);
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
    },
    unseal: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const key = keyFor(`seal ${purpose}`);
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** The file has no usable secret; the message is for the operator. */
export class SecretFileError extends Error {}

/**
 * Returns the secret of this folder, created once; two processes that start at the same moment agree on one. A file
 * with too few bytes is refused and never replaced: whatever was sealed with the original key would be lost.
 */
export function readSecret(folder: string): string {
  const path = join(folder, 'secret.key');
  if (!existsSync(path)) createSecretFile(folder, path);
  const secret = readSecretFile(path).trim();
  // After a power cut a file may have its length but only zero bytes.
  if (secret.replaceAll('\0', '').length >= minSecretLength) return secret;
  throw new SecretFileError(
    `${path} must have at least ${minSecretLength} characters, but has ${secret === '' ? 'none' : 'fewer'}. ` +
      'Restore it from a backup, or delete it to start with a new key: links that were handed out stop working then, ' +
      'and people have to link their Discord accounts and set up their authenticator apps again.',
  );
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SecretFileError(`${path} cannot be read (${code}). Make it a file that the portal may read.`, {
      cause: error,
    });
  }
}

/** Atomic: the file gets its name only when it is complete and flushed. */
function createSecretFile(folder: string, path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, path);
    syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes the folder's entries to disk. Windows cannot open a folder for this, and does not need it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
