import type { StateRow } from './management.store.ts';

type Given = {
  /** Who has to be on the list. */
  wanted: ReadonlySet<string>;
  /** Who was once on it by an entry of the portal. */
  ever: ReadonlySet<string>;
  /** What the file contains; undefined where that is not known. */
  mirror: ReadonlySet<string> | undefined;
  states: ReadonlyMap<string, Pick<StateRow, 'state' | 'retryAt'>>;
  now: Date;
};

export type Plan = {
  /** On the list of the game without an entry of the portal. */
  unknown: string[];
  confirmed: string[];
  add: string[];
  remove: string[];
  /** Neither on the list nor to be. */
  settled: string[];
};

/** What is to be done so that the list of a server becomes that of the portal. Nobody is removed whom it never had. */
export function planWhitelist({ wanted, ever, mirror, states, now }: Given): Plan {
  const isPaused = (id: string) => (states.get(id)?.retryAt ?? now) > now;
  /** Without the file, what the game accepted counts. */
  const isSent = (id: string) => ['sent', 'confirmed'].includes(states.get(id)?.state ?? '');
  const isOn = (id: string) => (mirror ? mirror.has(id) : isSent(id));
  const dropped = [...ever].filter((id) => !wanted.has(id));
  const isOff = (id: string) => (mirror ? !mirror.has(id) : !states.has(id));
  return {
    unknown: [...(mirror ?? [])].filter((id) => !ever.has(id)),
    confirmed: mirror ? [...wanted].filter((id) => mirror.has(id) && states.get(id)?.state !== 'confirmed') : [],
    add: [...wanted].filter((id) => !isOn(id) && !isPaused(id)),
    remove: dropped.filter((id) => !isOff(id) && !isPaused(id)),
    settled: [...states.keys()].filter((id) => !wanted.has(id) && (isOff(id) || !ever.has(id))),
  };
}
