import type { ServerState } from '@tribehall/contract';

export type Tone = 'good' | 'busy' | 'warning' | 'danger' | 'quiet';

/** Words and colours of the server states. */
export const serverStateLooks = {
  offline: { word: 'offline', tone: 'quiet' },
  booting: { word: 'booting', tone: 'busy' },
  up: { word: 'online', tone: 'good' },
  degraded: { word: 'degraded', tone: 'warning' },
  down: { word: 'down', tone: 'danger' },
} as const satisfies Record<ServerState, { word: string; tone: Tone }>;

/** Used while the portal is unreachable. */
export const unknownStateLook = { word: 'unknown', tone: 'quiet' } as const satisfies { word: string; tone: Tone };
