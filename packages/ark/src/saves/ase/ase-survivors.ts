import { SaveError } from '../save-error.ts';
import type { SavedSurvivor } from '../save-rows.ts';

/** More have never played on one server; a file that says so is none of the game's. */
const maxSurvivors = 200_000;

/** Joins what the world knows of survivors: their profiles, where it keeps them itself, and their bodies. */
export function createAseSurvivors() {
  const profiles = new Map<string, SavedSurvivor>();
  const bodies = new Map<string, SavedSurvivor>();
  return {
    addProfile: (profile: SavedSurvivor) => keep(profiles, profile),
    addBody: (body: SavedSurvivor) => keep(bodies, body),
    *all(): Generator<SavedSurvivor> {
      for (const [arkId, profile] of profiles) yield join(profile, bodies.get(arkId));
      for (const [arkId, body] of bodies) if (!profiles.has(arkId)) yield body;
    },
  };
}

/** Of several the latest counts. */
function keep(known: Map<string, SavedSurvivor>, survivor: SavedSurvivor): void {
  if (known.size >= maxSurvivors) throw new SaveError('survivors', `there are more than ${maxSurvivors}`);
  const other = known.get(survivor.arkId);
  if (!other || (survivor.loginAt ?? 0) >= (other.loginAt ?? 0)) known.set(survivor.arkId, survivor);
}

/** The body is as old as the save, the profile may be older; but the profile knows the name. */
function join(profile: SavedSurvivor, body: SavedSurvivor | undefined): SavedSurvivor {
  if (!body) return profile;
  const { teamId = profile.teamId } = body;
  const loginAt = Math.max(body.loginAt ?? -Infinity, profile.loginAt ?? -Infinity);
  return {
    ...body,
    ...profile,
    name: profile.name === '' ? body.name : profile.name,
    ...(teamId !== undefined && { teamId }),
    ...(loginAt > -Infinity && { loginAt }),
  };
}
