import type { Being } from './beings.ts';
import type { TribeEvent } from './tribe-events.ts';

/** A line of a tribe's log as the event of someone: who did it or whom it befell, by the names in the line. */
export type TribeDeed = {
  kind: (typeof memberKinds)[keyof typeof memberKinds] | (typeof sameKinds)[number] | (typeof otherKinds)[number];
  /** The survivor whom it is about. */
  player?: string;
  /** The other side: a killer, a victim, who invited. */
  other?: Being;
  creature?: Being;
  /** A structure, or another tribe. */
  thing?: string;
};

const memberKinds = {
  'member-added': 'tribe-joined',
  'member-removed': 'tribe-left',
  'member-promoted': 'tribe-promoted',
} as const;
const sameKinds = ['claimed', 'unclaimed', 'froze', 'uploaded', 'downloaded'] as const;
const otherKinds = [
  'died',
  'killed',
  'creature-died',
  'tamed',
  'starved',
  'demolished',
  'lost',
  'decayed',
  'destroyed',
  'tribe-merged',
  'alliance-requested',
  'other',
] as const;

export function toTribeDeed(event: TribeEvent): TribeDeed {
  switch (event.kind) {
    case 'member-killed':
      return { kind: 'died', player: event.victim.name, ...otherSide(event.by) };
    case 'creature-killed':
      return { kind: 'creature-died', creature: event.creature, ...otherSide(event.by) };
    case 'enemy-killed':
      return { kind: 'killed', other: event.enemy };
    case 'structure-lost':
      return { kind: 'lost', thing: event.structure, ...otherSide(event.by) };
    case 'structure-decayed':
      return { kind: 'decayed', thing: event.structure };
    case 'enemy-structure-destroyed': {
      const { structure: thing, tribe, by: creature } = event;
      return { kind: 'destroyed', thing, other: { name: tribe, tribe }, creature };
    }
    case 'demolished':
      return { kind: 'demolished', player: event.by, thing: event.structure };
    case 'tamed':
      return { kind: 'tamed', ...(event.by !== undefined && { player: event.by }), creature: event.creature };
    case 'claimed':
    case 'unclaimed':
    case 'froze':
    case 'uploaded':
    case 'downloaded':
      return { kind: event.kind, player: event.by, creature: event.creature };
    case 'starved':
      return { kind: 'starved', creature: event.creature };
    case 'member-added':
    case 'member-removed':
    case 'member-promoted':
      return {
        kind: memberKinds[event.kind],
        player: event.member,
        ...(event.by !== undefined && otherSide({ name: event.by })),
      };
    case 'tribe-merged':
      return { kind: 'tribe-merged', player: event.by, thing: event.tribe };
    case 'alliance-requested':
      return { kind: 'alliance-requested', player: event.member.name, thing: event.tribe };
    case 'unknown':
      break;
  }
  return { kind: 'other' };
}

function otherSide(by: Being | undefined): { other?: Being } {
  return by ? { other: by } : {};
}

/** The server's own log has a line of its own for these, so the tribe's line is nobody's event but the tribe's. */
export function isRepeated({ kind }: { kind: string }): boolean {
  return kind === 'died' || kind === 'tamed' || kind === 'creature-died';
}
