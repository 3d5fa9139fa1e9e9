import type { Game } from './game.ts';

const maxStep = 1_500;

/** Whoever is awake has gone somewhere since the last save. */
export function wander({ roster, census, land: { random } }: Game): void {
  for (const { playerId } of roster.survivors()) {
    const spot = census.find(playerId)?.spot;
    if (!spot || roster.isDead(playerId)) continue;
    spot.x += random.int(-maxStep, maxStep);
    spot.y += random.int(-maxStep, maxStep);
    spot.yaw = random.int(0, 359);
  }
}
