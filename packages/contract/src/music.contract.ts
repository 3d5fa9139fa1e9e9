import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { nothing } from './schemas.ts';

const videoId = z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a video.');

export const musicRoutes = defineRoutes({
  'POST /skibapbot/music/update': {
    summary: 'Update the download tool',
    right: 'guildAdmin',
    reply: z.object({ eventId: z.string() }),
  },
  'POST /skibapbot/music/download': {
    summary: 'Download a video or its sound; progress comes on the event stream of the answered id',
    right: 'guildMember',
    body: z.object({ videoId, audioOnly: z.boolean() }),
    reply: z.object({ eventId: z.string() }),
  },
  'GET /skibapbot/music/query': {
    summary: 'Search songs',
    right: 'guildMember',
    query: z.object({ query: z.string().trim().min(1).max(200) }),
    reply: z.array(z.object({ videoId: z.string(), title: z.string() })),
  },
  'POST /skibapbot/music': {
    summary: "Add a song to the guild's queue",
    right: 'guildMember',
    body: z.object({ videoId }),
    reply: nothing,
  },
});
