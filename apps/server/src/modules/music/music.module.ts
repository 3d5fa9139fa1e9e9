import type { Mount } from '../../mount.ts';

export function musicModule(_mount: Mount): void {}
