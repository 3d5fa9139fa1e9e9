import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import * as z from 'zod';

const algorithm = 'aes-256-gcm';
/** 32 MB of memory and about a tenth of a second for each attempt to guess. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const maxmem = 64 * 1024 * 1024;
const base64 = z.string().regex(/^[\w-]+$/);

const sealedSchema = z.object({
  kdf: z.literal('scrypt'),
  N: z.literal(cost.N),
  r: z.literal(cost.r),
  p: z.literal(cost.p),
  cipher: z.literal(algorithm),
  salt: base64,
  nonce: base64,
  tag: base64,
  text: base64,
});

const encode = (bytes: Buffer) => bytes.toString('base64url');

/** Encrypts a text so that only the passphrase reveals it; returns JSON. */
export async function sealWithPassphrase(text: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(algorithm, await deriveKey(passphrase, salt), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return JSON.stringify({
    kdf: 'scrypt',
    ...cost,
    cipher: algorithm,
    salt: encode(salt),
    nonce: encode(nonce),
    tag: encode(cipher.getAuthTag()),
    text: encode(sealed),
  });
}

/** Undefined where the passphrase is another one, or the text was changed. */
export async function unsealWithPassphrase(json: string, passphrase: string): Promise<string | undefined> {
  const result = sealedSchema.safeParse(parseJson(json));
  if (!result.success) return undefined;
  const [salt, nonce, tag, text] = (['salt', 'nonce', 'tag', 'text'] as const).map((name) =>
    Buffer.from(result.data[name], 'base64url'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  try {
    const decipher = createDecipheriv(algorithm, await deriveKey(passphrase, salt), nonce, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
