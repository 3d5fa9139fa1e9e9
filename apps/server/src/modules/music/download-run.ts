import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readPortalId } from '../site/site.service.ts';
import { startReports } from './reports.ts';
import { runs, type Run } from './runs.ts';
import { makeJobFolder, removeJobFolder } from './song-files.ts';
import { keepSong, takeSong, type Song } from './songs.service.ts';
import { pageAddress } from './video-address.ts';
import { endWork, forgetProgress } from './work.service.ts';
import { downloadVideo } from './yt-dlp-download.ts';

/** Downloads, keeps the file, and tells all who wait for it. */
export async function performRun(ctx: Ctx, run: Run): Promise<Song> {
  const { videoId, kind, signal } = run;
  const reports = startReports(ctx, () => [...run.workIds]);
  let folder: string | undefined;
  try {
    const known = await takeSong(ctx, videoId, kind);
    if (known) {
      run.close();
      await endWork(ctx, [...run.workIds], { songId: known.id, title: known.title });
      return known;
    }
    folder = await makeJobFolder(ctx.config, readPortalId(ctx));
    const downloaded = await downloadVideo(ctx, {
      address: pageAddress(ctx.config, videoId),
      kind,
      folder,
      signal,
      onInfo: ({ title }) => reports.say({ percent: 0, message: 'Downloading…', title }),
      onProgress: (progress) => reports.say(progress),
    });
    run.close();
    reports.stop();
    return await keepSong(ctx, { videoId, kind }, downloaded, (ctx, song) =>
      endWork(ctx, [...run.workIds], { songId: song.id, title: song.title }),
    );
  } catch (error) {
    run.close();
    reports.stop();
    if (!runs(ctx).isStopped()) await tellFailure(ctx, run, error);
    throw error;
  } finally {
    reports.stop();
    forgetProgress(ctx, [...run.workIds]);
    if (folder !== undefined) await removeJobFolder(folder);
  }
}

async function tellFailure(ctx: Ctx, run: Run, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'A download failed');
  const sentence = error instanceof AppError ? error.message : 'Failed to download song';
  await endWork(ctx, [...run.workIds], { error: sentence }).catch((err: unknown) =>
    ctx.log.warn({ err }, 'The end of a download could not be kept'),
  );
}
