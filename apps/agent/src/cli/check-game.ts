import { listPlayers } from '@tribehall/ark/rcon/commands';
import { isSilence, parsePlayerList } from '@tribehall/ark/rcon/replies';
import type { ServerConfig } from '../config/config.ts';
import { findRconPassword } from '../config/rcon-password.ts';
import { gameTraits } from '../games.ts';
import { createRconClient, RconError } from '../rcon/rcon-client.ts';
import { bad, good, note, type Finding } from './finding.ts';

export type RconCheck = { findings: Finding[]; playerCount?: number };

const limits = { connectMs: 5_000, loginMs: 8_000, commandMs: 8_000 };

const fixes: Record<RconError['code'], string> = {
  unreachable:
    'Start the game server, set RCONEnabled=True and RCONPort in GameUserSettings.ini, and check "rcon" in the configuration.',
  refused: "Set rcon.password or rcon.passwordFile in the configuration to the game's ServerAdminPassword.",
  timeout: 'The game server may still be starting. Try again in a few minutes.',
  closed: 'The game server may be saving or starting. Try again in a minute.',
  busy: 'Try again.',
};

/** Logs in and asks who is online. */
export async function checkRcon(config: ServerConfig): Promise<RconCheck> {
  const { host, port } = config.rcon;
  let password: string;
  try {
    password = findRconPassword(config);
  } catch (error) {
    return { findings: [bad('RCON', (error as Error).message, 'Set the admin password of the game.')] };
  }
  const client = createRconClient({ host, port, password, isAsciiOnly: gameTraits[config.game].isAsciiOnly, limits });
  const startedAt = performance.now();
  try {
    const reply = await client.run(listPlayers(), { priority: 'moderation' });
    const took = Math.round(performance.now() - startedAt);
    return describePlayers(good('RCON', `${host}:${port} answers in ${took} ms.`), reply);
  } catch (error) {
    const code = error instanceof RconError ? error.code : 'unreachable';
    return { findings: [bad('RCON', `${host}:${port}: ${(error as Error).message}`, fixes[code])] };
  } finally {
    await client.close();
  }
}

function describePlayers(rcon: Finding, reply: string): RconCheck {
  if (isSilence(reply) || reply.trim() === '') {
    return {
      findings: [
        rcon,
        note('players', 'The game did not return a player list.', 'It may still be starting; try again.'),
      ],
    };
  }
  const playerCount = parsePlayerList(reply).length;
  return { findings: [rcon, good('players', `${playerCount} online.`)], playerCount };
}
