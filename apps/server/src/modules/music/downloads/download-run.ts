import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { readPortalId } from '../../site/site.service.ts';
import { startProgressReports } from './progress-reports.ts';
import type { Run } from './download-runs.ts';
import { leavingSpace } from './drive-space.ts';
import { makeJobFolder, removeJobFolder } from './song-files.ts';
import { storeSong, findUsableSong, type Song } from './songs.service.ts';
import { pageAddress } from '../videos/video-address.ts';
import { endWork, forgetProgress } from './work.service.ts';
import { downloadVideo } from '../yt-dlp/yt-dlp-download.ts';

/** Downloads a video, stores the file and publishes the result to all who wait for it. */
export async function performRun(ctx: Ctx, run: Run): Promise<Song> {
  const { videoId, kind, signal } = run;
  const reports = startProgressReports(ctx, () => [...run.workIds]);
  let folder: string | undefined;
  try {
    const known = await findUsableSong(ctx, videoId, kind);
    if (known) {
      run.close();
      await endWork(ctx, [...run.workIds], { songId: known.id, title: known.title });
      return known;
    }
    const jobFolder = await makeJobFolder(ctx.config, readPortalId(ctx));
    folder = jobFolder;
    const downloaded = await leavingSpace(ctx, { folder, signal }, (signal) =>
      downloadVideo(ctx, {
        address: pageAddress(ctx.config, videoId),
        kind,
        folder: jobFolder,
        signal,
        onInfo: ({ title }) => reports.report({ percent: 0, message: 'Downloading…', title }),
        onProgress: (progress) => reports.report(progress),
      }),
    );
    run.close();
    reports.stop();
    return await storeSong(ctx, { videoId, kind }, downloaded, (ctx, song) =>
      endWork(ctx, [...run.workIds], { songId: song.id, title: song.title }),
    );
  } catch (error) {
    run.close();
    reports.stop();
    if (!ctx.state.music.downloads.isStopped()) await reportFailure(ctx, run, error);
    throw error;
  } finally {
    reports.stop();
    forgetProgress(ctx, [...run.workIds]);
    if (folder !== undefined) await removeJobFolder(folder);
  }
}

async function reportFailure(ctx: Ctx, run: Run, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'A download failed');
  const message = error instanceof AppError ? error.message : 'Failed to download song';
  await endWork(ctx, [...run.workIds], { error: message }).catch((err: unknown) =>
    ctx.log.warn({ err }, 'The result of a download could not be stored'),
  );
}
