import { defineModule } from '../../module.ts';
import * as audit from './audit.service.ts';
import { verifyOnce } from './verify.service.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { createAuditState } from './audit.state.ts';
import { startAuditJobs } from './audit.jobs.ts';

export const auditModule = defineModule({
  name: 'audit',
  state: createAuditState,
  topics: { audit: { snapshot: emptySnapshot } },
  jobs: [startAuditJobs],
  routes(mount) {
    mount('GET /audit', ({ ctx, query }) => audit.list(ctx, query));
    mount('POST /audit/verify', ({ ctx }) => verifyOnce(ctx));
  },
});
