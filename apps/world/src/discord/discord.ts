import fs from 'node:fs';
import path from 'node:path';
import type { StandIn } from '../stand-in.ts';
import { startDiscord, type Discord } from './start-discord.ts';

/** Outside of the range that programs are given ports from. */
const ports = [8793, 8794, 8795, 8796];

/** Discord: people, their guild, the bot's gateway and voice, and a page to look at it all. */
export const discordStandIn: StandIn = {
  start: async (env, { folder }) => {
    const discord = await startDiscord({ folder, ports });
    const { settings, steer } = discord;
    // The music journeys need an empty queue.
    const stopRequests = env['WORLD_WISHES'] === 'off' ? () => undefined : requestSongs(discord);
    const stop = () => {
      stopRequests();
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

/** Songs that members of the guild request. */
const songRequests = [
  { person: 'adam', query: 'Dodo Sunrise' },
  { person: 'olive', query: 'Tek Saddle' },
  { person: 'adam', query: 'Lullaby for a Giganotosaurus' },
];

const lookEveryMs = 2000;

/** People request songs once, as soon as the bot accepts requests. Returns a function that stops them. */
function requestSongs({ ask }: Pick<Discord, 'ask'>): () => void {
  const timer = setInterval(() => {
    void hasBot({ ask }).then((isThere) => {
      if (!isThere) return;
      clearInterval(timer);
      void requestInTurn({ ask });
    });
  }, lookEveryMs);
  return () => clearInterval(timer);
}

async function hasBot({ ask }: Pick<Discord, 'ask'>): Promise<boolean> {
  return (await ask('commands')).some(({ name }) => name === 'play');
}

/** The bot may stop at any moment; then the remaining requests are dropped. */
async function requestInTurn({ ask }: Pick<Discord, 'ask'>): Promise<void> {
  try {
    for (const { person, query } of songRequests)
      await ask('command', { person, channel: 'music', name: 'play', options: { query }, waitMs: 60_000 });
  } catch {
    // Nobody waits for it.
  }
}
