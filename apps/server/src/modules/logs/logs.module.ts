import type { Mount } from '../../mount.ts';

export function logsModule(_mount: Mount): void {}
