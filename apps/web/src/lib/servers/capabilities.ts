import type { CommandName, ReplyInput } from '@tribehall/contract';

type ServerAbility = Pick<ReplyInput<'GET /ark/servers/{id}/details'>, 'isConnected' | 'state' | 'capabilities'>;

/** Why a server cannot carry out an order now; nothing where it can. */
export function whyNot({ isConnected, state, capabilities }: ServerAbility, command: CommandName): string | undefined {
  if (!isConnected) return 'The server is not connected.';
  if (state === 'down') return 'The game does not answer.';
  return whyNever({ capabilities }, command);
}

/** Why a server cannot do something at all, connected or not. One that has never said is given the benefit of the doubt. */
export function whyNever(
  { capabilities }: Pick<ServerAbility, 'capabilities'>,
  command: CommandName,
): string | undefined {
  if (capabilities === null || capabilities.can.includes(command)) return undefined;
  return capabilities.cannot.find((entry) => entry.command === command)?.reason ?? 'This server cannot do that.';
}
