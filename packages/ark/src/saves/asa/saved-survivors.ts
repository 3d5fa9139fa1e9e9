import { SaveError } from '../save-error.ts';
import type { Coordinates, SavedSurvivor } from '../save-rows.ts';
import { arkNumber, cleanText, gameSeconds, playerTeam } from '../saved-values.ts';
import type { ActorTransforms } from './actor-transforms.ts';
import type { AsaObject } from './asa-object.ts';

export type Survivors = ReturnType<typeof createSurvivors>;

type Body = { survivor: SavedSurvivor; isDead: boolean };

/** No server ever had more; such a file was not written by the game. */
const maxSurvivors = 200_000;

/** Merges what a world has of survivors: their archives and their bodies. */
export function createSurvivors() {
  const profiles = new Map<string, SavedSurvivor>();
  const bodies = new Map<string, Body>();
  return {
    addProfile(profile: SavedSurvivor): void {
      const known = profiles.get(profile.arkId);
      if (!known || (profile.loginAt ?? 0) >= (known.loginAt ?? 0)) profiles.set(profile.arkId, profile);
    },
    /** Of several bodies the living one wins, of dead ones the last. */
    addBody(key: Buffer, object: AsaObject, transforms: ActorTransforms): void {
      const body = toBody(key, object, transforms);
      if (!body) return;
      if (bodies.size >= maxSurvivors) throw new SaveError('table game', 'there are too many survivors');
      const known = bodies.get(body.survivor.arkId);
      if (!known || isBetter(body, known)) bodies.set(body.survivor.arkId, body);
    },
    *all(): Generator<SavedSurvivor> {
      for (const [arkId, profile] of profiles) yield join(profile, bodies.get(arkId)?.survivor);
      for (const [arkId, { survivor }] of bodies) if (!profiles.has(arkId)) yield survivor;
    },
  };
}

function toBody(key: Buffer, object: AsaObject, transforms: ActorTransforms): Body | undefined {
  const arkId = arkNumber(object.playerDataId);
  if (arkId === undefined) return undefined;
  const platformName = cleanText(object.platformName);
  const survivor: SavedSurvivor = { arkId, name: cleanText(object.playerName) ?? platformName ?? '' };
  const teamId = playerTeam(object.team);
  const loginAt = gameSeconds(object.controlledAt);
  const coordinates = transforms.find(key) ?? realCoordinates(object.coordinates);
  if (object.uniqueId !== undefined) survivor.playerId = object.uniqueId;
  if (platformName !== undefined) survivor.platformName = platformName;
  if (teamId !== undefined) survivor.teamId = teamId;
  if (loginAt !== undefined) survivor.loginAt = loginAt;
  if (coordinates) survivor.place = coordinates;
  return { survivor, isDead: object.isDead };
}

function isBetter(body: Body, known: Body): boolean {
  if (body.isDead !== known.isDead) return !body.isDead;
  return (body.survivor.loginAt ?? 0) >= (known.survivor.loginAt ?? 0);
}

/** The body is as recent as the save: its tribe and coordinates win. Only the archive, maybe older, has the name. */
function join(profile: SavedSurvivor, body: SavedSurvivor | undefined): SavedSurvivor {
  if (!body) return profile;
  const joined = { ...body, ...profile };
  const loginAt = Math.max(body.loginAt ?? -Infinity, profile.loginAt ?? -Infinity);
  if (loginAt > -Infinity) joined.loginAt = loginAt;
  if (body.teamId !== undefined) joined.teamId = body.teamId;
  if (profile.name === '') joined.name = body.name;
  return joined;
}

function realCoordinates(coordinates: Coordinates | undefined): Coordinates | undefined {
  const isReal = coordinates && [coordinates.x, coordinates.y, coordinates.z].every((value) => Math.abs(value) <= 1e9);
  return isReal ? coordinates : undefined;
}
