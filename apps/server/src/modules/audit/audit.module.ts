import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { emptySnapshot } from '../events/events.service.ts';
import * as audit from './audit.service.ts';
import { createAuditState, sealAndLogHead, verifyOnce } from './verify.service.ts';

const sealing = { everyMs: 60 * 60 * 1000, failure: 'The head of the audit could not be read' };

export const auditModule = defineModule({
  name: 'audit',
  state: createAuditState,
  topics: { audit: { snapshot: emptySnapshot } },
  jobs: [(ctx) => repeat(ctx.log, sealing, () => sealAndLogHead(ctx))],
  routes(mount) {
    mount('GET /audit', ({ ctx, query }) => audit.list(ctx, query));
    mount('GET /audit/actors', ({ ctx }) => audit.listActors(ctx));
    mount('POST /audit/verify', ({ ctx }) => verifyOnce(ctx));
  },
});
