import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a person has allowed the application. One authorization has many tokens over time. */
export type Grant = { authorization: string; personId: string; scopes: string[]; expiresAt: number };

export type Offer = { personId: string; scopes: string[]; redirectUri: string; challenge?: string };

export type Tokens = { accessToken: string; refreshToken: string; scopes: string[]; lastsS: number };

export type Grants = {
  /** Returns the code that the browser carries back. */
  offer: (offer: Offer) => string;
  redeem: (code: string, redirectUri: string, verifier: string | undefined) => Tokens | undefined;
  refresh: (refreshToken: string) => Tokens | undefined;
  /** Ends all tokens of the authorization, whichever of them is given. */
  revoke: (token: string) => void;
  read: (accessToken: string) => Grant | undefined;
};

type Sealed = { kind: 'access' | 'refresh'; id: string; grant: Grant };

const codeLastsMs = 60_000;
const tokenLastsS = 604_800;

/** Tokens are signed and self-contained, so that those the portal has stored stay valid after a restart. */
export function createGrants(secret: string): Grants {
  const seal = createSeal<Sealed>(secret);
  const codes = new Map<string, Offer & { expiresAt: number }>();
  const revoked = new Set<string>();
  const usedRefreshes = new Set<string>();

  const open = (token: string, kind: Sealed['kind']) => {
    const sealed = seal.open(token);
    const isGood = sealed?.kind === kind && !revoked.has(sealed.grant.authorization);
    return isGood ? sealed : undefined;
  };
  const issue = ({ authorization, personId, scopes }: Omit<Grant, 'expiresAt'>): Tokens => {
    const grant = { authorization, personId, scopes, expiresAt: Date.now() + tokenLastsS * 1_000 };
    const token = (kind: Sealed['kind']) => seal.close({ kind, id: randomId(), grant });
    return { accessToken: token('access'), refreshToken: token('refresh'), scopes, lastsS: tokenLastsS };
  };

  return {
    offer: (offer) => {
      const code = randomId();
      codes.set(code, { ...offer, expiresAt: Date.now() + codeLastsMs });
      return code;
    },
    redeem: (code, redirectUri, verifier) => {
      const offer = codes.get(code);
      codes.delete(code);
      if (!offer || offer.expiresAt < Date.now() || offer.redirectUri !== redirectUri) return undefined;
      if (offer.challenge !== undefined && challengeOf(verifier ?? '') !== offer.challenge) return undefined;
      return issue({ authorization: randomId(), personId: offer.personId, scopes: offer.scopes });
    },
    refresh: (refreshToken) => {
      const sealed = open(refreshToken, 'refresh');
      if (!sealed || usedRefreshes.has(sealed.id)) return undefined;
      usedRefreshes.add(sealed.id);
      return issue(sealed.grant);
    },
    revoke: (token) => {
      const sealed = seal.open(token);
      if (sealed) revoked.add(sealed.grant.authorization);
    },
    read: (accessToken) => {
      const grant = open(accessToken, 'access')?.grant;
      return grant && grant.expiresAt > Date.now() ? grant : undefined;
    },
  };
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function randomId(): string {
  return randomBytes(16).toString('base64url');
}

type Seal<T> = { close: (content: T) => string; open: (token: string) => T | undefined };

function createSeal<T>(secret: string): Seal<T> {
  const mark = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    close: (content) => {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${mark(text).toString('base64url')}`;
    },
    open: (token) => {
      const [text = '', given = ''] = token.split('.');
      const [expected, actual] = [mark(text), Buffer.from(given, 'base64url')];
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as T;
    },
  };
}
