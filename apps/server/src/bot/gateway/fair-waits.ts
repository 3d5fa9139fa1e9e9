import { DefaultRestOptions, type RESTOptions } from 'discord.js';

type Ask = RESTOptions['makeRequest'];

/** Seconds. Waits that are shorter would soon make too many calls, longer ones are no use to anyone. */
const fair = { from: 0.1, to: 60 };

/**
 * Asks Discord. Told to wait, but not for how long, or for longer than a timer can count, the library asks again at
 * once, fifty times a second and without end; here such an answer is a failure like any other.
 */
export const askFairly: Ask = async (...request) => {
  const answer = await DefaultRestOptions.makeRequest(...request);
  if (answer.status !== 429) return answer;
  const seconds = Number.parseFloat(answer.headers.get('retry-after') ?? '');
  if (seconds >= fair.from && seconds <= fair.to) return answer;
  await answer.arrayBuffer();
  throw new Error('Discord asks the bot to wait, but for no sensible time.');
};
