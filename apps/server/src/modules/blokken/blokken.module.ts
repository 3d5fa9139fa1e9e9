import type { Mount } from '../../mount.ts';

export function blokkenModule(_mount: Mount): void {}
