import { copyBuiltPortal, type BuiltPortal } from './built-portal.ts';
import { test as base } from './journey.ts';
import { startPrograms, type Portal, type Programs } from './programs.ts';
import { connectWorld, type World } from './world.ts';

/** A portal with a demo world of its own. */
export type OwnPortal = Programs & {
  built: BuiltPortal;
  steering: World;
  /** The portal that is running, or one that is started now, at the same address. */
  open: () => Promise<Portal>;
};

type WorkerFixtures = { own: OwnPortal };

/**
 * For journeys that stop, update or change the portal, or move its clock. Those of a worker share one, as starting it
 * costs more than most of them: they leave the game servers running, no agent, and the clock as it was.
 */
export const test = base.extend<object, WorkerFixtures>({
  own: [
    async ({ browserName: _ }, run) => {
      const built = copyBuiltPortal();
      const programs = await startPrograms(built.folder);
      const steering = await connectWorld(programs.world.ready.control);
      let latest: Portal | undefined;
      const startPortal = async () => {
        latest = await programs.startPortal();
        return latest;
      };
      const open = () => (latest?.isRunning() ? Promise.resolve(latest) : startPortal());
      await run({ ...programs, built, steering, startPortal, open });
      steering.close();
      await programs.stop();
      built.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
