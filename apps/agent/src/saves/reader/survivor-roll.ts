import { clean, playerIdOf, type DatedSurvivor } from './told-row.ts';

/** Who is who: the player's id, the survivor's number in the game, its name. */
export type Identity = [playerId: string, arkId: string, name: string];

/** Survivors as their bodies, the store inside the save and files beside it tell of them, one of each. */
export class SurvivorRoll {
  readonly #survivors = new Map<string, DatedSurvivor>();
  readonly #savedAtMs: number;

  constructor(savedAtMs: number) {
    this.#savedAtMs = savedAtMs;
  }

  /** What is known already stays, except where this is the newer word; either fills the other's gaps. */
  add(survivor: DatedSurvivor, isNewer = false): void {
    const known = this.#survivors.get(survivor.arkId);
    const [first, second] = isNewer || !known ? [survivor, known] : [known, survivor];
    const name = first.name || (second?.name ?? '');
    this.#survivors.set(survivor.arkId, { ...second, ...first, name });
  }

  all(): Iterable<DatedSurvivor> {
    return this.#survivors.values();
  }

  /** A player who began anew has several; the one who was played last counts. */
  identities(): Identity[] {
    const played = new Map<string, DatedSurvivor>();
    for (const survivor of this.#survivors.values()) {
      const playerId = playerIdOf(survivor);
      if (playerId === undefined) continue;
      const other = played.get(playerId);
      if (!other || this.#isLater(survivor, other)) played.set(playerId, survivor);
    }
    return [...played].map(([playerId, { arkId, name }]) => [playerId, arkId, clean(name, 128)]);
  }

  #isLater(one: DatedSurvivor, other: DatedSurvivor): boolean {
    if (one.loginAt !== undefined && other.loginAt !== undefined) return one.loginAt > other.loginAt;
    return this.#writtenAt(one) > this.#writtenAt(other);
  }

  #writtenAt({ writtenAt }: DatedSurvivor): number {
    return writtenAt?.getTime() ?? this.#savedAtMs;
  }
}
