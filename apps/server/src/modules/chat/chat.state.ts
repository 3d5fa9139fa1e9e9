import type { Config } from '../../config.ts';
import type { Module } from '../../module.ts';
import { createFairSemaphore, type FairSemaphore } from '../../platform/fair-semaphore.ts';
import type { ChatCommands } from './chat-commands.service.ts';

/** The delivery of waiting messages to one server. */
export type Delivery = {
  isRunning: boolean;
  isDue: boolean;
  retryAtMs: number;
  /** The database failed; the next run continues. */
  hasFailed: boolean;
  /** Stores the outcome of the last message. Until then no other message of this server can be claimed. */
  finish: (() => Promise<void>) | undefined;
};

export type ChatState = {
  /** Deliveries of this portal, by server. */
  deliveries: Map<string, Delivery>;
  /** A search reads thousands of messages: bounded, so that the database serves everyone else, too. */
  searches: FairSemaphore;
  /** What players can write in the game, by its name without the exclamation mark. */
  commands: ChatCommands;
};

export function createChatState(_: Config, modules: readonly Module[]): ChatState {
  return {
    deliveries: new Map(),
    searches: createFairSemaphore({ parallel: 2, waiting: 20, perKey: { parallel: 1, waiting: 5 } }),
    commands: Object.assign({}, ...modules.map(({ chatCommands }) => chatCommands)) as ChatCommands,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    chat: ChatState;
  }
}
