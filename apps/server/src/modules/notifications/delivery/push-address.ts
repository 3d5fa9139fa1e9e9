import type { Config } from '../../../config.ts';
import { fieldError } from '../../../errors.ts';
import { ForbiddenAddressError, guardedTarget, hostAndPort, portOf } from '../../../platform/egress/guarded-target.ts';

/** Push services that may have a private address. */
export function privatePushHosts(config: Config): ReadonlySet<string> {
  return new Set(config.PUSH_PRIVATE_HOSTS.map((host) => host.toLowerCase()));
}

const refusal = (message: string) => fieldError('BAD_REQUEST', 'endpoint', message);

/** Refuses what is not the address of a push service on the internet. Names are checked again when they are looked up. */
export function refuseEndpoint(config: Config, endpoint: string): void {
  if (!URL.canParse(endpoint)) throw refusal('This is not an address.');
  const url = new URL(endpoint);
  const allowed = privatePushHosts(config);
  const isAllowed = allowed.has(hostAndPort(url).toLowerCase());
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:')) throw refusal('Only https is supported.');
  if (url.username !== '' || url.password !== '') throw refusal('A password in the address is not supported.');
  try {
    guardedTarget(url.hostname, portOf(url), allowed);
  } catch (error) {
    if (error instanceof ForbiddenAddressError) throw refusal(error.message);
    throw error;
  }
}
