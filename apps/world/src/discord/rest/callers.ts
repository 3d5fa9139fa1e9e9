import type { Scene } from '../model/scene.ts';
import { refuseStatus } from './discord-error.ts';
import type { Caller, Route } from './route.ts';

export function callerOf(scene: Scene, authorization: string | undefined): Caller {
  const [, kind = '', token = ''] = /^(Bot|Bearer) (\S+)$/.exec(authorization ?? '') ?? [];
  if (kind === 'Bot' && token === scene.application.botToken) return { kind: 'bot' };
  const grant = kind === 'Bearer' ? scene.grants.read(token) : undefined;
  const person = grant && scene.people.get(grant.personId);
  return person ? { kind: 'person', person, grant } : { kind: 'nobody' };
}

export function checkCaller({ kind }: Caller, { who }: Route): void {
  const isWelcome = who === 'anyone' || (who === 'both' ? kind !== 'nobody' : kind === who);
  if (!isWelcome) throw refuseStatus(401, 'Unauthorized');
}
