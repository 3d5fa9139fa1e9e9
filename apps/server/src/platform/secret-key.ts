import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What can be done with the portal's key; each purpose has one of its own. */
export type SecretKey = {
  /** 43 characters that only this portal can make of these words. */
  sign(purpose: string, text: string): string;
  isSignature(purpose: string, text: string, signature: string): boolean;
  /** Makes a text unreadable for whoever has the database alone. */
  seal(purpose: string, text: string): string;
  /** Undefined where it was not sealed with this key for this purpose. */
  unseal(purpose: string, sealed: string): string | undefined;
};

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

/** The secret of this folder, made once; two that start at the same moment agree on one. */
export function readSecret(folder: string): string {
  const path = join(folder, 'secret.key');
  if (!existsSync(path)) {
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
