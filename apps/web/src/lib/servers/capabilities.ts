import type { CommandName, ReplyInput } from '@tribehall/contract';

type ServerAbility = Pick<ReplyInput<'GET /ark/servers/{id}/details'>, 'isConnected' | 'state' | 'capabilities'>;

/** Why a server cannot execute a command now; undefined where it can. */
export function whyNot({ isConnected, state, capabilities }: ServerAbility, command: CommandName): string | undefined {
  if (!isConnected) return 'The server is not connected.';
  if (state === 'down') return "The game isn't responding.";
  return whyNever({ capabilities }, command);
}

/** Why a server cannot execute a command at all. A server that has not reported its capabilities may try. */
export function whyNever(
  { capabilities }: Pick<ServerAbility, 'capabilities'>,
  command: CommandName,
): string | undefined {
  if (capabilities === null || capabilities.can.includes(command)) return undefined;
  return capabilities.cannot.find((entry) => entry.command === command)?.reason ?? "This server can't do that.";
}
