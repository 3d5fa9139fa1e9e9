import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { textLine } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';
import { registrationModes, secondFactorRequirements } from './account-settings.ts';
import { siteLimits } from './site-limits.ts';

/** Empty counts as not set. */
const orNull = (text: z.ZodString) => text.nullable().transform((value) => (value === '' ? null : value));

const communityName = z
  .string()
  .trim()
  .max(siteLimits.name, `The name can have at most ${siteLimits.name} characters.`)
  .regex(/^\P{C}*$/u, "The name can't contain control characters.");

const description = textLine
  .trim()
  .max(siteLimits.description, `The description can have at most ${siteLimits.description} characters.`);

const accountSettings = {
  registration: z.enum(registrationModes),
  /** Whether a member of the community guild may create an account by logging in with Discord. */
  isDiscordSignUpOn: z.boolean(),
  secondFactorFor: z.enum(secondFactorRequirements),
};

/** What the Owner sets in the browser. */
const siteSettings = z.object({
  /** Of the community; null where none is set. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Whether everyone can see the servers with their player counts, and their badges. */
  isStatusPublic: z.boolean(),
  ...accountSettings,
});

/** The rest comes from the operator's settings. */
const site = z.object({
  ...siteSettings.shape,
  featuredMods: z.array(z.object({ name: z.string(), url: z.string(), text: z.string().nullable() })),
  chatInviteUrl: z.string(),
  modProfileUrl: z.string(),
  donationUrl: z.string(),
  ownerName: z.string(),
  /** Of the portal. */
  version: z.string(),
  isDemo: z.boolean(),
  /** Whether one can log in with Discord: the operator has set it up. */
  isDiscordLoginOn: z.boolean(),
  /** Whether a link to reset a password can be sent: by email, or by the Discord bot to linked accounts. */
  resetsBy: z.object({ email: z.boolean(), discord: z.boolean() }),
});

export const siteRoutes = defineRoutes({
  'GET /site': { summary: 'What the landing page and the footer show', right: 'anyone', reply: site },
  'PUT /site': {
    summary: "Set the community's name and description, and whether the status of its servers is public",
    right: 'owner',
    scope: 'none',
    body: z.object({ name: orNull(communityName), description: orNull(description), isStatusPublic: z.boolean() }),
    reply: site,
  },
  'PUT /site/accounts': {
    summary: 'Set who may create an account, and who needs a second factor. What is left out stays',
    right: 'owner',
    scope: 'none',
    body: z
      .object({
        registration: accountSettings.registration.exactOptional(),
        isDiscordSignUpOn: accountSettings.isDiscordSignUpOn.exactOptional(),
        secondFactorFor: accountSettings.secondFactorFor.exactOptional(),
      })
      .refine((given) => Object.keys(given).length > 0, { path: ['registration'], error: 'Choose what to change.' }),
    reply: site,
  },
});

export const siteTopics = defineTopics({
  site: { right: 'anyone', isKeyed: false, snapshot: site, events: { changed: site } },
});
