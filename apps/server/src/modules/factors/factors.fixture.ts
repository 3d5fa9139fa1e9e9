import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { TestApp } from '../../testing/test-app.ts';
import { testPassword, type TestUser } from '../../testing/test-users.ts';
import { stepAt, totpCode } from './totp.ts';

type Reply = {
  status: number;
  code?: string;
  error?: string;
  data: Record<string, unknown>;
  details?: Record<string, unknown>;
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an authenticator app with this secret shows. */
export function codeAt(secret: string, now: Date, stepsAhead = 0): string {
  return totpCode(fromBase32(secret), stepAt(now) + stepsAhead);
}

/** Calls of one portal, and an authenticator app. */
export function createFactorCalls(app: TestApp) {
  async function call(key: string, { by, body }: { by?: TestUser | undefined; body?: object } = {}): Promise<Reply> {
    const [method, path = ''] = key.split(' ');
    const reply = await app.http.inject({
      method: method as 'POST',
      url: `/api${path}`,
      headers: by?.headers ?? {},
      ...(body && { payload: body }),
    });
    return reply.json<Reply>();
  }
  const codeOf = (secret: string, stepsAhead = 0) => codeAt(secret, app.ctx.clock(), stepsAhead);
  const nextStep = () => app.passMs(30_000);
  const login = async (user: TestUser, password = testPassword) =>
    call('POST /users/login', { body: { email: user.email, password } });
  return {
    call,
    codeOf,
    nextStep,
    login,
    /** The ticket of a login whose first step was made. */
    async ticketOf(user: TestUser): Promise<string> {
      return String((await login(user)).details?.['ticket']);
    },
    /** Sets up an authenticator app; the next code is one of the next step. */
    async enrol(by: TestUser): Promise<{ secret: string; recoveryCodes: string[] }> {
      const started = await call('POST /users/me/factors/totp', { by });
      const secret = String(started.data['secret']);
      const { data } = await call('PUT /users/me/factors/totp', { by, body: { code: codeOf(secret) } });
      nextStep();
      return { secret, recoveryCodes: data['recoveryCodes'] as string[] };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Options = { challenge?: unknown; userVerified?: boolean; origin?: string };

/** A software authenticator with one ES256 credential. */
export function createAuthenticator(rpId = 'localhost', siteOrigin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { challenge, origin = siteOrigin }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  return {
    create(options: Options) {
      const key = ['a5010203262001215820', x, '225820', y].map((part, index) =>
        Buffer.from(part, index % 2 === 0 ? 'hex' : 'base64url'),
      );
      const authData = Buffer.concat([head(0x45), Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    use(options: Options) {
      const authData = head(options.userVerified === false ? 0x01 : 0x05);
      const data = clientData('webauthn.get', options);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
