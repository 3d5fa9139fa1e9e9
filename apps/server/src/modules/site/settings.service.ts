import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { version } from '../../platform/server-root.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { publishAccountChange } from '../sessions/session-cache.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './settings.store.ts';

type SiteSettings = store.SiteSettings;
type Site = ReplyOutput<'GET /site'>;

const freshForMs = 5_000;
const changedSubject = 'site.changed';
const unset: SiteSettings = {
  name: null,
  description: null,
  isStatusPublic: false,
  registration: 'open',
  isDiscordSignUpOn: false,
  secondFactorFor: 'nobody',
};

/** What the Owner has set. Cached, because every page of every visitor asks for it. */
export async function readSettings(ctx: Ctx): Promise<SiteSettings> {
  const cache = ctx.state.site.settings;
  const now = performance.now();
  if (cache.reading && now - cache.readAt < freshForMs) return cache.reading;
  cache.readAt = now;
  const reading = store.findSettings(ctx.db).then((row) => row ?? unset);
  cache.reading = reading;
  reading.then(
    (settings) => {
      if (cache.reading === reading) cache.known = settings;
    },
    () => {
      if (cache.reading === reading) cache.reading = undefined;
    },
  );
  return reading;
}

/** Without waiting for the database: as they were read last. */
export function knownSettings(ctx: Ctx): SiteSettings | undefined {
  return ctx.state.site.settings.known;
}

/** With what the operator has set. */
export async function readSite(ctx: Ctx): Promise<Site> {
  return toSite(ctx, await readSettings(ctx));
}

/** Settings that are not given stay as they are. */
export async function changeSite(
  ctx: Ctx,
  actor: Actor,
  action: 'site.settings' | 'site.accounts',
  given: Partial<SiteSettings>,
): Promise<Site> {
  await inTransaction(ctx, async (ctx) => {
    const before = (await store.lockSettings(ctx.db)) ?? unset;
    const after = { ...before, ...given };
    await store.putSettings(ctx.db, { ...after, changedAt: ctx.clock() });
    const details = { from: pick(before, given), to: given };
    await record(ctx, actor, { action, target: after.name ?? 'site', outcome: 'done', details });
    ctx.bus.publish(changedSubject, {});
    publishLive(ctx, 'site', 'changed', toSite(ctx, after));
  });
  invalidate(ctx);
  return readSite(ctx);
}

/** Reads the settings, and again when any portal changes them. */
export function watchSettings(ctx: Ctx): () => void {
  const read = () => {
    invalidate(ctx);
    readSettings(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'The settings of the site could not be read'));
  };
  const stops = [ctx.bus.subscribe(changedSubject, read), ctx.bus.onGap(read)];
  read();
  return () => stops.forEach((stop) => stop());
}

/** Whoever requires a second factor of others has one: nobody takes their own rights away by mistake. */
export async function changeAccountSettings(
  ctx: Ctx,
  caller: Caller,
  given: PartOutput<'PUT /site/accounts', 'body'>,
): Promise<Site> {
  const { secondFactorFor = 'nobody' } = given;
  if (secondFactorFor !== 'nobody' && !caller.hasSecondFactor && !caller.isDemo)
    throw fieldError('SECOND_FACTOR_MISSING', 'secondFactorFor', 'Set up two-step login for your own account first.');
  const site = await changeSite(ctx, caller, 'site.accounts', given);
  // Whose roles count may have changed.
  publishAccountChange(ctx, {});
  return site;
}

function invalidate(ctx: Ctx): void {
  ctx.state.site.settings.reading = undefined;
}

/** The settings of which there is a new value. */
function pick(settings: SiteSettings, given: Partial<SiteSettings>): Partial<SiteSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key in given));
}

function toSite({ config }: Ctx, settings: SiteSettings): Site {
  return {
    ...settings,
    featuredMods: config.SITE_FEATURED_MODS,
    chatInviteUrl: config.SITE_CHAT_INVITE_URL,
    modProfileUrl: config.SITE_MOD_PROFILE_URL,
    donationUrl: config.SITE_DONATION_URL,
    ownerName: config.SITE_OWNER,
    version,
    isDemo: config.isWorldOn,
    isDiscordLoginOn: Boolean(config.DISCORD_CLIENT_ID && config.DISCORD_CLIENT_SECRET),
    resetsBy: {
      email: config.SMTP_URL !== undefined && config.SMTP_FROM !== undefined,
      discord: config.DISCORD_BOT_TOKEN !== undefined,
    },
  };
}
