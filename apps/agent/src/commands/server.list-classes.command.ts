import { OrderError } from '../link/order-error.ts';
import type { Command } from './command.ts';

const reason = 'A game server without mods does not list its classes; it takes a mod, or a reader of its saves.';

export const serverListClasses: Command<'server.listClasses'> = {
  whyNot: () => reason,
  run: () => Promise.reject(new OrderError('notSupported', reason)),
};
