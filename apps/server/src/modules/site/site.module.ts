import { defineModule } from '../../module.ts';
import { changeAccountSettings, changeSite, readSite, watchSettings } from './settings.service.ts';
import { createSiteState } from './site.state.ts';

export const siteModule = defineModule({
  name: 'site',
  state: createSiteState,
  topics: { site: { snapshot: readSite } },
  jobs: [(ctx) => ({ stop: watchSettings(ctx) })],
  routes(mount) {
    mount('GET /site', ({ ctx }) => readSite(ctx));
    mount('PUT /site', ({ ctx, caller, body }) => changeSite(ctx, caller, 'site.settings', body));
    mount('PUT /site/accounts', ({ ctx, caller, body }) => changeAccountSettings(ctx, caller, body));
  },
});
