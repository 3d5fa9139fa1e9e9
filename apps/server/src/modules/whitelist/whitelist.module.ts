import { defineModule } from '../../module.ts';
import { inSequence } from '../agents/agent-handlers.service.ts';
import { applyListState, readWhitelist } from './mirror.service.ts';

/** Who may join servers that only let in the players on their whitelist. */
export const whitelistModule = defineModule({
  name: 'whitelist',
  agentEvents: {
    'lists.state': inSequence(async (ctx, serverId, event) => {
      const isOutdated = await applyListState(ctx, serverId, event);
      return isOutdated ? (ctx) => readWhitelist(ctx, serverId) : undefined;
    }),
  },
});
