import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';

const curve = 'prime256v1';
const recordBytes = 4096;
const tagBytes = 16;

/** Room for the text in one record: without the header, the tag and the delimiter. */
export const maxPushBytes = recordBytes - 86 - tagBytes - 1;

/** What a browser subscribes with, in base64url: its public key and a shared secret. */
export type PushKeys = { p256dh: string; auth: string };

type Random = { privateKey: Buffer; salt: Buffer };

/**
 * Encrypts a message for one browser (RFC 8291, content encoding aes128gcm of RFC 8188, a single record). `random` is for
 * the test vector of the RFC.
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys, random?: Random): Buffer {
  const sender = createECDH(curve);
  if (random) sender.setPrivateKey(random.privateKey);
  else sender.generateKeys();
  const salt = random?.salt ?? randomBytes(16);
  const receiverKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();

  const secret = sender.computeSecret(receiverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const keyMaterial = Buffer.from(hkdfSync('sha256', secret, Buffer.from(auth, 'base64url'), info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', keyMaterial, salt, `Content-Encoding: ${name}\0`, bytes));

  const plain = Buffer.from(text, 'utf8');
  if (plain.length > maxPushBytes) throw new RangeError('The message is too long for one record.');
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  // The delimiter 2 marks the last record.
  const record = [cipher.update(Buffer.concat([plain, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordBytes, 0);
  header.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, header, senderKey, ...record]);
}

/** Whether this is a point on the curve, uncompressed. */
export function isPushKey(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, curve);
    return true;
  } catch {
    return false;
  }
}

/** The key pair by which push services recognize the portal: `publicKey` in base64url, `privateKey` as PEM. */
export type VapidKeys = { publicKey: string; privateKey: string };

export function createVapidKeys(): VapidKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    publicKey: point.toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const tokenLifeS = 12 * 60 * 60;

/** The Authorization header of a message to this push service (RFC 8292). `subject` is where its operator finds us. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: Date },
): string {
  const expires = Math.floor(now.getTime() / 1000) + tokenLifeS;
  const claims = { aud: new URL(endpoint).origin, exp: expires, sub: subject };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(toBase64url).join('.');
  const key: KeyObject = createPrivateKey(privateKey);
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${signed}.${signature}, k=${publicKey}`;
}

function toBase64url(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
