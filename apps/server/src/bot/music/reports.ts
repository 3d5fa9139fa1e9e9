import type { Ctx } from '../../context.ts';
import { reportPlayer, type PlayerReport, type Position } from '../../modules/music/queue-player.service.ts';
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
      // The file of the song that is due comes nearer, which is news too.
      const isComing = playback.current !== undefined && fetched === undefined;
      const isNews = words !== said || isComing;
      const isDue = playback.current !== undefined || silence.isPast(times.restEveryMs);
      if (!isNews && !isDue) return;
      await reportPlayer(ctx, guildId, report, { position, isNews });
      said = words;
      silence.restart();
    },
  };
}
