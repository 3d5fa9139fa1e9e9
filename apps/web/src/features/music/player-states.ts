import type { StatusDot } from '../../components/display/status-dot.tsx';
import type { MusicQueue } from './music.queries.ts';

type Look = Parameters<typeof StatusDot>[0];

export const playerStateLooks = {
  idle: { word: 'nothing is playing', tone: 'quiet' },
  connecting: { word: 'connecting', tone: 'busy' },
  playing: { word: 'playing', tone: 'good' },
  paused: { word: 'paused', tone: 'warning' },
  unavailable: { word: 'not available', tone: 'danger' },
} as const satisfies Record<MusicQueue['state'], Look>;
