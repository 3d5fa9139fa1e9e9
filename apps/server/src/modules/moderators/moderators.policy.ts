import { isAdmin } from '@tribehall/contract';
import { isServerAdmin } from '../servers/servers.policy.ts';
import { readMemberships } from '../servers/servers.service.ts';
import type { RightCheck } from '../sessions/rights.service.ts';

export const moderatorRights = {
  moderator: async (ctx, subject) =>
    isAdmin(subject.roles) || (await readMemberships(ctx, subject)).some((membership) => membership.isAdmin),
  serverConsole: (ctx, subject, params) => isServerAdmin(ctx, subject, params['id'] ?? ''),
} satisfies Record<string, RightCheck>;
