import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { defineModule } from '../../module.ts';
import { changeSettings, readSettings, watchSettings } from './settings.service.ts';
import { createSiteState } from './site.state.ts';

export const siteModule = defineModule({
  name: 'site',
  state: createSiteState,
  jobs: [(ctx) => ({ stop: watchSettings(ctx) })],
  routes(mount) {
    mount('GET /site', async ({ ctx }) => toSite(ctx, await readSettings(ctx)));
    mount('PUT /site', async ({ ctx, caller, body }) => toSite(ctx, await changeSettings(ctx, caller, body)));
  },
});

type Site = ReplyOutput<'GET /site'>;

function toSite({ config }: Ctx, settings: Pick<Site, 'name' | 'description' | 'isStatusPublic'>): Site {
  return {
    ...settings,
    featuredMods: config.SITE_FEATURED_MODS,
    chatInviteUrl: config.SITE_CHAT_INVITE_URL,
    modProfileUrl: config.SITE_MOD_PROFILE_URL,
    donationUrl: config.SITE_DONATION_URL,
    ownerName: config.SITE_OWNER,
    isDemo: config.isWorldOn,
  };
}
