import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

export const structureLimits = {
  maxFilterValues: 200,
  maxDays: 3_650,
} as const;

/** Who sees a server's structures, besides its admins: everyone, each their own tribe, nobody. */
export const structureVisibilities = ['members', 'tribes', 'admins'] as const;
export type StructureVisibility = (typeof structureVisibilities)[number];

/** The game's number of a tribe; survivors without one build under their own number. */
export const tribeId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The state of reading a server's world saves. */
export const saveState = z.object({
  /** When the save that the rows come from was written; null before the first one. */
  savedAt: isoDate.nullable(),
  readAt: isoDate.nullable(),
  /** For people: `ASA 14`. */
  format: z.string().nullable(),
  objectCount: z.number().int(),
  /** Objects that could not be read. */
  failureCount: z.number().int(),
  structureCount: z.number().int(),
  tribeCount: z.number().int(),
  survivorCount: z.number().int(),
  /** Since when a newer save is being read. */
  readingSince: isoDate.nullable(),
  /** The newest save could not be read. The reason is for the server's admins: it may contain paths. */
  error: z.object({ at: isoDate, reason: z.string().nullable() }).nullable(),
});

/** latitude = y / scale + shift, longitude = x / scale + shift; both go from 0 to 100 over the map. */
const axis = z.object({ shift: z.number(), scale: z.number() });

export const arkMap = z.object({
  name: z.string(),
  title: z.string(),
  latitude: axis,
  longitude: axis,
  /** There is one at `/ark/maps/{name}/picture`, from 0 to 100 both ways. */
  hasPicture: z.boolean(),
});

const list = (value: z.ZodType<string>) =>
  z.codec(z.string().max(8_000), z.array(value).max(structureLimits.maxFilterValues), {
    decode: (text) => text.split(',').filter(Boolean),
    encode: (values) => values.join(','),
  });

const days = z.coerce.number().min(0).max(structureLimits.maxDays);

/** The page filters in the browser; the portal filters an export the same way. */
export const structureFilters = z.object({
  state: z.enum(['standing', 'gone']).default('standing'),
  /** Numbers of tribes, owners' numbers in the game, classes; separated by commas. */
  tribes: list(z.string().regex(/^\d{1,16}$/, 'This is not the number of a tribe.')).optional(),
  owners: list(z.string().regex(/^\d{1,19}$/, 'This is not the number of a survivor.')).optional(),
  classes: list(z.string().max(200)).optional(),
  minAgeDays: days.optional(),
  maxAgeDays: days.optional(),
  /** Nobody of the tribe was seen for this many days. */
  leftBehindDays: days.optional(),
  /** Matches the name of the tribe, of the owner or of the class, also its title. */
  search: z.string().max(100).optional(),
});

const structure = z.object({
  id: z.number().int(),
  /** As in the save: a UUID, or the game's number. */
  saveId: z.string(),
  className: z.string(),
  /** The name that its builder gave it. */
  name: z.string().nullable(),
  tribe: z.object({ id: z.number().int(), name: z.string() }),
  /** `playerId`: null where the save doesn't name it. */
  owner: z.object({ arkId: z.string(), name: z.string(), playerId: z.string().nullable() }).nullable(),
  x: z.number(),
  y: z.number(),
  z: z.number(),
  health: z.number().nullable(),
  maxHealth: z.number().nullable(),
  builtAt: isoDate.nullable(),
  firstSeenAt: isoDate,
  lastSeenAt: isoDate,
  goneAt: isoDate.nullable(),
  /** When a member of the tribe was last seen. */
  ownersSeenAt: isoDate.nullable(),
});

const tribe = z.object({
  id: z.number().int(),
  name: z.string(),
  /** False for a survivor without a tribe. */
  isTribe: z.boolean(),
  memberCount: z.number().int(),
  structureCount: z.number().int(),
  lastActiveAt: isoDate.nullable(),
  goneAt: isoDate.nullable(),
});

const survivor = z.object({
  /** The number inside the game. */
  arkId: z.string(),
  /** The id of the platform, as in the list of players. */
  playerId: z.string().nullable(),
  name: z.string(),
  platformName: z.string().nullable(),
  level: z.number().int().nullable(),
  tribe: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  lastSeenAt: isoDate.nullable(),
  isOnline: z.boolean(),
  goneAt: isoDate.nullable(),
});

const member = survivor.omit({ tribe: true }).extend({ isOwner: z.boolean(), isAdmin: z.boolean() });

export const structuresRoutes = defineRoutes({
  'GET /ark/servers/{id}/structures': {
    summary: 'The state of the world save of a server, and who may see it',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.object({
      save: saveState,
      map: arkMap.nullable(),
      visibleTo: z.enum(structureVisibilities),
      /** What the caller sees. */
      sight: z.enum(['all', 'tribe', 'none']),
      /** The caller's own tribe, if a linked character is in the save. */
      tribe: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      isAdmin: z.boolean(),
    }),
  },
  'PUT /ark/servers/{id}/structures': {
    summary: "Choose who sees a server's structures",
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: z.object({ visibleTo: z.enum(structureVisibilities) }),
    reply: z.object({ visibleTo: z.enum(structureVisibilities) }),
  },
  'GET /ark/servers/{id}/structures/points': {
    summary: 'All structures that the caller may see, in columns (`structure-points.ts`)',
    right: 'user',
    scope: 'read',
    params: idParams,
    query: z.object({ state: z.enum(['standing', 'gone']).default('standing') }),
    reply: 'raw',
  },
  'GET /ark/servers/{id}/structures/ground': {
    summary: 'The relief that saves show (`structure-ground.ts`); empty for callers who do not see every structure',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: 'raw',
  },
  'GET /ark/servers/{id}/structures/export': {
    summary: 'Structures as CSV or JSON',
    right: 'user',
    scope: 'read',
    params: idParams,
    query: structureFilters.extend({ format: z.enum(['csv', 'json']) }),
    reply: 'raw',
  },
  'GET /ark/servers/{id}/structures/{structureId}': {
    summary: 'One structure with its history',
    right: 'user',
    scope: 'read',
    params: z.object({ id, structureId: z.coerce.number().int().min(1).max(2_147_483_647) }),
    reply: structure,
  },
  'GET /ark/servers/{id}/tribes': {
    summary: 'The tribes of a server, the most structures first',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.array(tribe),
  },
  'GET /ark/servers/{id}/tribes/{tribeId}': {
    summary: 'A tribe: members, structures by class, log',
    right: 'user',
    scope: 'read',
    params: z.object({ id, tribeId }),
    reply: tribe.extend({
      firstSeenAt: isoDate,
      members: z.array(member),
      classes: z.array(z.object({ className: z.string(), count: z.number().int() })),
      /** Newest last; null for callers who may not read it. */
      log: z.array(z.string()).nullable(),
    }),
  },
  'GET /ark/servers/{id}/survivors': {
    summary: 'The characters of a server, latest seen first',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.array(survivor),
  },
  'POST /ark/servers/{id}/saveWorld': {
    summary: 'Have the game save its world now; the save is read when it is written',
    right: 'serverAdmin',
    scope: 'console',
    params: idParams,
    reply: nothing,
  },
  'GET /ark/maps/{map}/picture': {
    summary: 'The picture of a map, if the operator has one',
    right: 'user',
    scope: 'read',
    params: z.object({ map: z.string().regex(/^[\w-]{1,64}$/, 'This is not the name of a map.') }),
    reply: 'raw',
  },
  'GET /ark/servers/{id}/getAllClassesOfType': {
    summary: 'The classes below a parent class that the server knows',
    right: 'user',
    scope: 'read',
    params: idParams,
    query: z.object({ parentClass: z.string().min(1).max(256), directory: z.string().max(256).optional() }),
    reply: z.array(z.string()),
  },
});

export const structuresTopics = defineTopics({
  /** A world save is being read, was read, or could not be read: refetch. */
  structures: {
    right: 'user',
    scope: 'read',
    isOfServer: true,
    isKeyed: true,
    snapshot: saveState,
    events: { changed: saveState },
  },
});
