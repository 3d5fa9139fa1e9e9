import type { Mount } from '../../mount.ts';

export function discordModule(_mount: Mount): void {}
