import type { Mount } from '../../mount.ts';

export function queueModule(_mount: Mount): void {}
