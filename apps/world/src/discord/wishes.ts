import type { Discord } from './start-discord.ts';

/** What people of the guild would like to hear. */
const wishes = [
  { person: 'adam', query: 'Dodo Sunrise' },
  { person: 'olive', query: 'Tek Saddle' },
  { person: 'adam', query: 'Lullaby for a Giganotosaurus' },
];

const lookEveryMs = 2000;

/** People ask for songs once, as soon as the bot takes wishes. Answers what stops them. */
export function makeWishes({ ask }: Pick<Discord, 'ask'>): () => void {
  const timer = setInterval(() => {
    void hasBot({ ask }).then((isThere) => {
      if (!isThere) return;
      clearInterval(timer);
      void wishInTurn({ ask });
    });
  }, lookEveryMs);
  return () => clearInterval(timer);
}

async function hasBot({ ask }: Pick<Discord, 'ask'>): Promise<boolean> {
  return (await ask('commands')).some(({ name }) => name === 'play');
}

/** The bot may go away at any moment; then the rest of the wishes stay unheard. */
async function wishInTurn({ ask }: Pick<Discord, 'ask'>): Promise<void> {
  try {
    for (const { person, query } of wishes)
      await ask('command', { person, channel: 'music', name: 'play', options: { query }, waitMs: 60_000 });
  } catch {
    // Nobody waits for it.
  }
}
