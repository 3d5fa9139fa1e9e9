import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import * as z from 'zod';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { endSomeOf, type Caller } from '../sessions/sessions.service.ts';
import { addRecoveryCodes, changeFactors, checkRemoval, completeChange, refuseChange } from './factors.service.ts';
import * as store from './factors.store.ts';
import { issuerName } from './totp.service.ts';

type Options = ReplyOutput<'POST /users/login/passkey/options'>;
type UsedCredential = PartOutput<'POST /users/login/passkey', 'body'>['credential'];
type Purpose = 'create' | 'login' | 'secondStep';

const challengeLifeMs = 5 * 60 * 1000;
const challengeBytes = 32;
const maxPasskeys = 20;

/** The library takes long to load, and few starts need it. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Passkeys belong to a domain name: an IP address has none. */
export function relyingParty(origin: string): { origin: string; rpId: string } {
  const { hostname, origin: ownOrigin } = new URL(origin);
  if (isIP(hostname) !== 0 || hostname.startsWith('['))
    throw new AppError('NOT_SUPPORTED', 'Passkeys need a domain name. Open the portal by its name, or as localhost.');
  return { origin: ownOrigin, rpId: hostname };
}

export async function creationOptions(ctx: Ctx, caller: Caller, origin: string): Promise<Options> {
  refuseChange(ctx, caller);
  const { rpId } = relyingParty(origin);
  const known = await store.findPasskeys(ctx.db, caller.userId);
  refuseTooMany(known.length);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: await issuerName(ctx),
    rpID: rpId,
    userName: caller.username,
    userDisplayName: caller.username,
    userID: Buffer.from(caller.userId),
    challenge: await openChallenge(ctx, 'create', caller.userId),
    timeout: challengeLifeMs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options };
}

export async function addPasskey(
  ctx: Ctx,
  caller: Caller,
  { name, credential }: PartOutput<'POST /users/me/factors/passkeys', 'body'>,
  origin: string,
): Promise<ReplyOutput<'POST /users/me/factors/passkeys'>> {
  refuseChange(ctx, caller);
  const created = await verifyCreation(ctx, caller, credential, origin);
  return changeFactors(ctx, caller.userId, async (ctx) => {
    refuseTooMany((await store.findPasskeys(ctx.db, caller.userId)).length);
    const passkey = await store.insertPasskey(ctx.db, {
      id: randomUUID(),
      userId: caller.userId,
      credentialId: created.id,
      publicKey: Buffer.from(created.publicKey).toString('base64url'),
      counter: created.counter,
      transports: credential.response.transports ?? [],
      name,
      createdAt: ctx.clock(),
      lastUsedAt: null,
    });
    if (!passkey) throw new AppError('CONFLICT', 'This passkey is already there.');
    const recoveryCodes = await addRecoveryCodes(ctx, caller.userId);
    const text = `The passkey ${name} was added to your account`;
    await completeChange(ctx, caller, caller, { action: 'factors.passkey', details: { name }, text });
    return { passkey, recoveryCodes };
  });
}

/** Ends the sessions that it opened: who has the lost device stays out. The caller's own goes on. */
export async function removePasskey(ctx: Ctx, caller: Caller, passkeyId: string): Promise<void> {
  refuseChange(ctx, caller);
  await changeFactors(ctx, caller.userId, async (ctx) => {
    const removed = await store.deletePasskey(ctx.db, caller.userId, passkeyId);
    if (!removed) throw new AppError('NOT_FOUND', 'There is no such passkey.');
    await checkRemoval(ctx, caller.userId);
    await endSomeOf(ctx, caller.userId, { passkeyId, except: caller.sessionId });
    const { name } = removed;
    const text = `The passkey ${name} was removed from your account`;
    await completeChange(ctx, caller, caller, { action: 'factors.passkeyRemove', details: { name }, text });
  });
}

export async function renamePasskey(
  ctx: Ctx,
  caller: Caller,
  passkeyId: string,
  name: string,
): Promise<ReplyOutput<'PUT /users/me/factors/passkeys/{passkeyId}'>> {
  return inTransaction(ctx, async (ctx) => {
    const passkey = await store.updatePasskeyName(ctx.db, caller.userId, passkeyId, name);
    if (!passkey) throw new AppError('NOT_FOUND', 'There is no such passkey.');
    const entry = { action: 'factors.passkeyName', target: caller.username, outcome: 'done', details: { name } };
    await record(ctx, caller, entry);
    return passkey;
  });
}

export async function removeEndedChallenges(ctx: Ctx): Promise<void> {
  await store.deleteChallengesEndedBefore(ctx.db, ctx.clock());
}

/** With a user as the second step of the login, else for any passkey that is more than a key: it checks its user too. */
export async function loginOptions(ctx: Ctx, userId: string | undefined, origin: string): Promise<Options> {
  const { rpId } = relyingParty(origin);
  const known = userId === undefined ? [] : await store.findPasskeys(ctx.db, userId);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: await openChallenge(ctx, userId === undefined ? 'login' : 'secondStep', userId ?? null),
    timeout: challengeLifeMs,
    userVerification: userId === undefined ? 'required' : 'preferred',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  return { ...options };
}

type VerifiedPasskey = { id: string; userId: string; counter: number };

/** Verifies a use of a passkey. Its challenge is consumed in any case. */
export async function verifyUse(
  ctx: Ctx,
  userId: string | undefined,
  given: UsedCredential,
  origin: string,
): Promise<VerifiedPasskey> {
  const purpose = userId === undefined ? 'login' : 'secondStep';
  const expectedChallenge = await consumeChallenge(ctx, given.response.clientDataJSON, purpose, userId ?? null);
  const passkey = await store.findCredential(ctx.db, given.id);
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw refusal();
  const { userHandle } = given.response;
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) throw refusal();
  const { origin: expectedOrigin, rpId } = relyingParty(origin);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await tried(() =>
    verifyAuthenticationResponse({
      response: { ...given, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID: rpId,
      requireUserVerification: userId === undefined,
      credential: toCredential(passkey),
    }),
  );
  if (!result.verified) throw refusal();
  return { id: passkey.id, userId: passkey.userId, counter: result.authenticationInfo.newCounter };
}

/** In the transaction of the login. */
export async function recordUse(ctx: Ctx, { id, counter }: VerifiedPasskey): Promise<void> {
  // It may have been removed in the meantime.
  if (!(await store.updateUsed(ctx.db, id, { counter, lastUsedAt: ctx.clock() }))) throw refusal();
}

async function verifyCreation(
  ctx: Ctx,
  caller: Caller,
  given: PartOutput<'POST /users/me/factors/passkeys', 'body'>['credential'],
  origin: string,
): Promise<WebAuthnCredential> {
  const expectedChallenge = await consumeChallenge(ctx, given.response.clientDataJSON, 'create', caller.userId);
  const { origin: expectedOrigin, rpId } = relyingParty(origin);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await tried(() =>
    verifyRegistrationResponse({
      response: { ...given, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID: rpId,
      requireUserVerification: false,
    }),
  );
  if (!result.verified) throw refusal();
  return result.registrationInfo.credential;
}

/** The library throws on everything that does not fit; what it got is the caller's. */
async function tried<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(cause?: unknown): AppError {
  return new AppError('INVALID_CODE', 'This passkey could not be verified. Please try again.', undefined, cause);
}

function refuseTooMany(known: number): void {
  if (known >= maxPasskeys) throw new AppError('CONFLICT', `An account can have at most ${maxPasskeys} passkeys.`);
}

function toCredential({ credentialId, publicKey, counter, transports }: store.PasskeyRow): WebAuthnCredential {
  return {
    id: credentialId,
    publicKey: Buffer.from(publicKey, 'base64url'),
    counter,
    transports,
  };
}

async function openChallenge(ctx: Ctx, purpose: Purpose, userId: string | null) {
  const challenge = randomBytes(challengeBytes);
  const endsAt = new Date(ctx.clock().getTime() + challengeLifeMs);
  const challengeHash = hash(challenge.toString('base64url'));
  await store.insertChallenge(ctx.db, { challengeHash, purpose, userId, endsAt });
  return challenge;
}

const clientData = z.object({ challenge: z.string() });

/** Returns the challenge that the browser signed, if it was given out for this and was not used yet. */
async function consumeChallenge(ctx: Ctx, json: string, purpose: Purpose, userId: string | null): Promise<string> {
  const { challenge } = readClientData(json);
  const row = await store.takeChallenge(ctx.db, hash(challenge));
  const isMeant = row && row.purpose === purpose && row.userId === userId && row.endsAt > ctx.clock();
  if (!isMeant) throw new AppError('INVALID_CODE', 'This took too long. Please try again.');
  return challenge;
}

function readClientData(json: string): z.output<typeof clientData> {
  try {
    return clientData.parse(JSON.parse(Buffer.from(json, 'base64url').toString()));
  } catch (error) {
    throw refusal(error);
  }
}

function hash(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex');
}
