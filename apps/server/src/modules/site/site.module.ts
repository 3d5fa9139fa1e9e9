import { defineModule } from '../../module.ts';
import { createSiteState } from './site.state.ts';

export const siteModule = defineModule({
  name: 'site',
  state: createSiteState,
  routes(mount) {
    mount('GET /site', ({ ctx: { config } }) => ({
      featuredMods: config.SITE_FEATURED_MODS,
      chatInviteUrl: config.SITE_CHAT_INVITE_URL,
      modProfileUrl: config.SITE_MOD_PROFILE_URL,
      donationUrl: config.SITE_DONATION_URL,
      ownerName: config.SITE_OWNER,
      isDemo: config.isWorldOn,
    }));
  },
});
