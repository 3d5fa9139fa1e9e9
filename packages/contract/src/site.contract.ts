import * as z from 'zod';
import { defineRoutes } from './route.ts';

export const siteRoutes = defineRoutes({
  'GET /site': {
    summary: 'What the landing page and the footer show, from the settings',
    right: 'anyone',
    reply: z.object({
      featuredMods: z.array(z.object({ name: z.string(), url: z.string() })),
      chatInviteUrl: z.string(),
      modProfileUrl: z.string(),
      donationUrl: z.string(),
      ownerName: z.string(),
      isDemo: z.boolean(),
    }),
  },
});
