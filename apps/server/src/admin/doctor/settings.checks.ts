import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readWithFaults, type Config } from '../../config.ts';
import { isLoopback } from '../../settings.ts';
import { bad, good, note, reasonOf, type Finding } from './finding.ts';

const soonMs = 14 * 24 * 60 * 60 * 1000;

/** Each setting that is wrong becomes a finding, and is then taken as not set. */
export function readSettings(environment: NodeJS.ProcessEnv | undefined): { config: Config; findings: Finding[] } {
  const { config, faults } = readWithFaults(environment);
  const findings = [...faults, ...config.warnings].map((sentence) => bad('settings', sentence));
  return { config, findings: findings.length > 0 ? findings : [good('settings', 'All settings are valid.')] };
}

export function checkProxy({ PUBLIC_URL, TRUSTED_PROXIES, HOST, PORT }: Config): Finding[] {
  if (PUBLIC_URL === undefined) {
    if (isLoopback(HOST)) return [note('address', 'PUBLIC_URL is not set: only this machine can use the portal.')];
    return [
      bad(
        'address',
        'PUBLIC_URL is not set, so the portal answers to any host name. Set it to the address people use.',
      ),
    ];
  }
  const { protocol, hostname, port } = new URL(PUBLIC_URL);
  const isLocal = isLoopback(hostname.replace(/^\[|\]$/g, ''));
  const findings: Finding[] = [];
  if (protocol === 'http:' && !isLocal)
    findings.push(
      bad('address', 'PUBLIC_URL is not https: passwords travel unprotected, and passkeys and push do not work.'),
    );
  const isProxied = protocol === 'https:' || Number(port || 80) !== PORT;
  if (isProxied && TRUSTED_PROXIES.length === 0)
    findings.push(
      bad(
        'proxy',
        'TRUSTED_PROXIES is not set, so everyone has the address of your proxy and shares the limits of one client. Add the address from which the proxy connects (127.0.0.1 if it is on this machine).',
      ),
    );
  if (TRUSTED_PROXIES.some((network) => network.endsWith('/0')))
    findings.push(bad('proxy', 'TRUSTED_PROXIES contains every address: anyone can claim to be someone else.'));
  return findings.length > 0 ? findings : [good('address', `PUBLIC_URL is ${PUBLIC_URL}.`)];
}

/** The certificates in files: those of NATS. */
export function checkCertificates({ NATS_CA, NATS_CERT }: Config, now: Date): Finding[] {
  return Object.entries({ NATS_CA, NATS_CERT }).flatMap(([name, path]) => {
    if (path === undefined) return [];
    try {
      return [judgeExpiry(`The certificate of ${name}`, new X509Certificate(readFileSync(path)).validTo, now)];
    } catch (error) {
      return [bad('certificate', `${name} (${path}) cannot be read as a certificate: ${reasonOf(error)}`)];
    }
  });
}

export function judgeExpiry(what: string, validTo: string, now: Date): Finding {
  const end = new Date(validTo);
  const day = end.toISOString().slice(0, 10);
  if (end <= now) return bad('certificate', `${what} has expired on ${day}. Renew it.`);
  if (end.getTime() - now.getTime() < soonMs) return bad('certificate', `${what} expires on ${day}. Renew it soon.`);
  return good('certificate', `${what} is valid until ${day}.`);
}
