import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** @param {string | Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** An authenticator of software: `create` and `use` reply to the portal's options as a browser does. @param {string} origin */
export function createPasskey(origin) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (/** @type {string} */ type, /** @type {string} */ challenge) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (/** @type {number} */ flags) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count]);
  };
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    create(/** @type {{ challenge: string }} */ { challenge }) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([head(0x45), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const before = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestationObject = Buffer.concat([before, Buffer.from([data.length]), data]).toString('base64url');
      const clientDataJSON = clientData('webauthn.create', challenge).toString('base64url');
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
    },
    use(/** @type {{ challenge: string }} */ { challenge }) {
      const [authData, data] = [head(0x05), clientData('webauthn.get', challenge)];
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      const texts = { clientDataJSON: data, authenticatorData: authData, signature };
      const response = Object.fromEntries(
        Object.entries(texts).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      );
      return { ...credential, response };
    },
  };
}
