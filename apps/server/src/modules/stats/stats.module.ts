import type { Mount } from '../../mount.ts';
import { readStats } from './stats.service.ts';

export function statsModule(mount: Mount): void {
  mount('GET /ark/stats', ({ ctx }) => readStats(ctx));
}
