import fs from 'node:fs';
import path from 'node:path';
import type { StandIn } from '../stand-in.ts';
import { startDiscord } from './start-discord.ts';
import { makeWishes } from './wishes.ts';

/** Outside of the range that programs are given ports from. */
const ports = [8793, 8794, 8795, 8796];

/** Discord: people, their guild, the bot's gateway and voice, and a page to look at it all. */
export const discordStandIn: StandIn = {
  start: async (env, { folder }) => {
    const discord = await startDiscord({ folder, ports });
    const { settings, steer } = discord;
    // Journeys through the music want the queue for themselves.
    const endWishes = env['WORLD_WISHES'] === 'off' ? () => undefined : makeWishes(discord);
    const stop = () => {
      endWishes();
      return discord.stop();
    };
    const trusted = withOthers(folder, settings.NODE_EXTRA_CA_CERTS, env['NODE_EXTRA_CA_CERTS']);
    return { settings: { ...settings, NODE_EXTRA_CA_CERTS: trusted }, steer, stop };
  },
};

/** Node reads one file: what this machine trusts already goes into it too. */
function withOthers(folder: string, own: string, others: string | undefined): string {
  if (!others || !fs.existsSync(others)) return own;
  const file = path.join(folder, 'trusted.pem');
  fs.writeFileSync(file, `${fs.readFileSync(own, 'utf8')}\n${fs.readFileSync(others, 'utf8')}`, { mode: 0o600 });
  return file;
}
