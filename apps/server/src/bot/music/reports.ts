import type { Ctx } from '../../context.ts';
import { reportPlayer, type PlayerReport, type Position } from '../../modules/music/queue/queue-player.service.ts';
import type { Scene } from './condition.ts';
import type { MusicTimes } from './music-times.ts';
import { createStopwatch } from './stopwatch.ts';

/** Says how the player is: at once where that is new, and now and then so that nobody takes it for dead. */
export function createReports(ctx: Ctx, guildId: string, times: MusicTimes) {
  let said = '';
  const silence = createStopwatch();
  silence.run(true);
  return {
    say: async (report: PlayerReport, position: Position | undefined, { playback, fetched }: Scene) => {
      const words = JSON.stringify([report, playback.current?.id]);
      // The download progress of the current song is a change, too.
      const isComing = playback.current !== undefined && fetched === undefined;
      const isChanged = words !== said || isComing;
      const isDue = playback.current !== undefined || silence.isPast(times.restEveryMs);
      if (!isChanged && !isDue) return;
      await reportPlayer(ctx, guildId, report, { position, isChanged });
      said = words;
      silence.restart();
    },
  };
}
