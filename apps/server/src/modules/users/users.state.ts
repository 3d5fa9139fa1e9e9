import type { Config } from '../../config.ts';
import type { Module } from '../../module.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';

export type UsersState = {
  /** Password hashing is expensive by design: bounded, so that a flood of logins does not block everything else. */
  hashing: Semaphore;
  /** Compared with when the user does not exist, so that the login takes the same time. */
  decoyHash: Promise<string> | undefined;
  onRemoval: NonNullable<Module['onUserRemoval']>[];
};

export function createUsersState(_: Config, modules: readonly Module[]): UsersState {
  return {
    // One core stays free for everyone who is logged in already.
    hashing: createSemaphore({ parallel: 2, waiting: 24 }),
    decoyHash: undefined,
    onRemoval: modules.flatMap(({ onUserRemoval }) => onUserRemoval ?? []),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    users: UsersState;
  }
}
