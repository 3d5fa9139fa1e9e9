import type { Mount } from '../../mount.ts';

export function uploadsModule(_mount: Mount): void {}
