import type { Mount } from '../../mount.ts';
import { createHealth } from './host.service.ts';
import { readHostState } from './load.service.ts';

export function hostModule(mount: Mount): void {
  const health = createHealth();
  mount('GET /health', ({ ctx }) => health(ctx));
  mount('GET /os/stats', async ({ ctx }) => (await readHostState(ctx)).now);
}
