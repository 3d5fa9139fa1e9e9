import type { Mount } from '../../mount.ts';
import * as audit from './audit.service.ts';
import { verifyOnce } from './verify.service.ts';

export function auditModule(mount: Mount): void {
  mount('GET /audit', ({ ctx, query }) => audit.list(ctx, query));
  mount('POST /audit/verify', ({ ctx }) => verifyOnce(ctx));
}
