import { userContentPolicy } from '../../http/file-reply.ts';
import { defineModule } from '../../module.ts';
import { createStatusState, readBadge, readStatus } from './status.service.ts';

/** Other sites embed badges, unlike anything else of the portal. */
const badgeHeaders = {
  'cache-control': 'public, max-age=30',
  'content-security-policy': userContentPolicy,
  'cross-origin-resource-policy': 'cross-origin',
};

export const statusModule = defineModule({
  name: 'status',
  state: createStatusState,
  routes(mount) {
    mount('GET /status', ({ ctx }) => readStatus(ctx));
    mount('GET /status/{id}/badge.svg', async ({ ctx, params, reply }) => {
      const badge = await readBadge(ctx, params.id);
      void reply.headers(badgeHeaders).type('image/svg+xml; charset=utf-8').send(badge);
    });
  },
});
