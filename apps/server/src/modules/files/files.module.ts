import type { Mount } from '../../mount.ts';

export function filesModule(_mount: Mount): void {}
