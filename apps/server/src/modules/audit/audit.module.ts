import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { emptySnapshot } from '../events/events.service.ts';
import * as audit from './audit.service.ts';
import { applyAuditRetention } from './retention.service.ts';
import { createAuditState, sealAndLogHead, verifyOnce } from './verify.service.ts';

const sealing = { everyMs: 60 * 60 * 1000, failure: 'The head of the audit could not be read' };

const retention = { everyMs: 60 * 60 * 1000, failure: 'Old audit entries could not be removed' };

export const auditModule = defineModule({
  name: 'audit',
  state: createAuditState,
  topics: { audit: { snapshot: emptySnapshot } },
  jobs: [
    (ctx) => repeat(ctx.log, sealing, () => sealAndLogHead(ctx)),
    (ctx) => repeat(ctx.log, retention, () => applyAuditRetention(ctx)),
  ],
  routes(mount) {
    mount('GET /audit', ({ ctx, query }) => audit.list(ctx, query));
    mount('GET /audit/actors', ({ ctx }) => audit.listActors(ctx));
    mount('POST /audit/verify', ({ ctx }) => verifyOnce(ctx));
  },
});
