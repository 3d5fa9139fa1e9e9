import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** An operator with one account, as `nsc` would set it up: the server's configuration, and a file for one user. */
export function makeJwtSetUp(folder: string): { config: string; creds: string } {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  const [operatorId, accountId] = [operator.getPublicKey(), account.getPublicKey()];
  const unlimited = { subs: -1, data: -1, payload: -1 };
  const limits = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const operatorJwt = signJwt(operator, 'Operator', operatorId, { type: 'operator', version: 2 });
  const accountJwt = signJwt(operator, 'Account', accountId, { type: 'account', version: 2, limits });
  const userJwt = signJwt(account, 'portal', user.getPublicKey(), { type: 'user', version: 2, ...unlimited });
  const creds = join(folder, 'portal.creds');
  const seed = Buffer.from(user.getSeed()).toString();
  writeFileSync(creds, `${block('NATS USER JWT', userJwt)}\n${block('USER NKEY SEED', seed)}`);
  return {
    config: `operator: ${operatorJwt}\nresolver: MEMORY\nresolver_preload: { ${accountId}: ${accountJwt} }`,
    creds,
  };
}

function block(name: string, text: string): string {
  return `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n`;
}

function signJwt(issuer: KeyPair, name: string, subject: string, nats: object): string {
  const claims = {
    jti: randomBytes(8).toString('hex'),
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    name,
    sub: subject,
    nats,
  };
  const parts = [{ typ: 'JWT', alg: 'ed25519-nkey' }, claims].map((part) => base64Url(JSON.stringify(part)));
  const text = parts.join('.');
  return `${text}.${base64Url(issuer.sign(Buffer.from(text)))}`;
}

function base64Url(data: string | Uint8Array): string {
  return Buffer.from(data).toString('base64url');
}

type Certificates = { ca: string; cert: string; key: string; clientCert: string; clientKey: string };

/** A certificate authority, with a certificate for 127.0.0.1 and one for a client. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string) => join(folder, name);
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...fresh, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=test authority');
  const issue = (name: string, extension: string) => {
    openssl('req', ...fresh, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', `/CN=${name}`);
    writeFileSync(at(`${name}.ext`), extension);
    const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'];
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...by, '-extfile', at(`${name}.ext`), '-out', at(`${name}.pem`));
  };
  issue('server', 'subjectAltName=IP:127.0.0.1');
  issue('client', 'extendedKeyUsage=clientAuth');
  return {
    ca: at('ca.pem'),
    cert: at('server.pem'),
    key: at('server.key'),
    clientCert: at('client.pem'),
    clientKey: at('client.key'),
  };
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
