import type { Ctx } from '../context.ts';
import { wasSaved } from '../modules/databases/databases.service.ts';
import { addDatabase } from '../modules/databases/saves.service.ts';

const file = 'demo/greetings.json';

const greetings = {
  welcome: 'Welcome to the obelisk, survivor.',
  rules: ['Be kind below level 30.', 'Claim what you tame within a day.'],
  weekend: { harvestMultiplier: 3, tamingMultiplier: 5, isOn: false },
};

/** Adds a sample database once. Nothing reads it. */
export async function seedDemoDatabases(ctx: Ctx): Promise<void> {
  if (await wasSaved(ctx, file)) return;
  const actor = { userId: null, username: 'demo world', address: 'start' };
  await addDatabase(ctx, actor, file, () => Promise.resolve(`${JSON.stringify(greetings, null, 2)}\n`));
}
