import type { Mount } from '../../mount.ts';
import * as audit from './audit.service.ts';

export function auditModule(mount: Mount): void {
  mount('GET /audit', ({ ctx, query }) => audit.list(ctx, query));
}
