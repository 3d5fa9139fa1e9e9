import type { Mount } from '../../mount.ts';

export function databasesModule(_mount: Mount): void {}
