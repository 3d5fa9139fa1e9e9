import { readFileSync } from 'node:fs';
import { games } from '@tribehall/contract';
import * as z from 'zod';
import { SettingError, type Config } from '../config.ts';

const id = z.string().regex(/^[\w-]{1,64}$/);
const name = z.string().min(1).max(64);

const demoArk = z.object({
  clusters: z.array(
    z.object({
      id,
      name,
      servers: z.array(
        z.object({
          id,
          name,
          game: z.enum(games),
          map: z.string().max(64).optional(),
          token: z.string().regex(/^[\w-]{32,128}$/),
        }),
      ),
    }),
  ),
  /** Characters of demo accounts, and the file with what each sees in the game. */
  people: z.array(z.object({ username: name, screen: z.string() })).default([]),
});

export type DemoArk = z.output<typeof demoArk>;

/** The game servers of the demo world; none where it is off. */
export function readDemoArk({ DEMO_ARK_FILE: file, isWorldOn }: Config): DemoArk {
  if (file === undefined || !isWorldOn) return { clusters: [], people: [] };
  try {
    return demoArk.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    // Without details: the file contains tokens.
    throw new SettingError(`DEMO_ARK_FILE can't be used: ${file}.`, { cause });
  }
}
