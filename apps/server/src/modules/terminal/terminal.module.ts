import type { Mount } from '../../mount.ts';

export function terminalModule(_mount: Mount): void {}
