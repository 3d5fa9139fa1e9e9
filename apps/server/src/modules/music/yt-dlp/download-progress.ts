import * as z from 'zod';

/** A progress line of yt-dlp. */
export const progressLine = z.object({
  status: z.string(),
  downloaded_bytes: z.number().optional(),
  total_bytes: z.number().optional(),
  total_bytes_estimate: z.number().optional(),
  fragment_index: z.number().optional(),
  fragment_count: z.number().optional(),
});

export type Progress = { percent: number | null; message: string };

/** The rest is for merging video and audio, or for converting to mp3. */
const percentOfDownload = 95;
/** Most bytes are the video track, which comes first. */
const percentOfVideo = 80;

/** One percentage that never falls, from the separate progress of each part of a video. */
export function createPercentage() {
  let parts = 1;
  let finishedParts = 0;
  let percent: number | null = null;
  const share = (part: number) => {
    if (parts === 1) return percentOfDownload;
    return part === 0 ? percentOfVideo : (percentOfDownload - percentOfVideo) / (parts - 1);
  };
  const before = (part: number) =>
    Array.from({ length: part }, (_, at) => share(at)).reduce((sum, one) => sum + one, 0);
  return {
    /** Sets how many parts are downloaded one after the other. */
    expect: (count: number) => void (parts = Math.max(1, count)),
    isDownloaded: () => finishedParts >= parts,
    add: (line: z.output<typeof progressLine>): number | null => {
      const part = Math.min(finishedParts, parts - 1);
      const fraction = line.status === 'finished' ? 1 : fractionOf(line);
      if (line.status === 'finished') finishedParts += 1;
      if (fraction !== undefined) percent = Math.max(percent ?? 0, before(part) + share(part) * fraction);
      return percent;
    },
  };
}

function fractionOf(line: z.output<typeof progressLine>): number | undefined {
  const { downloaded_bytes: got = 0, total_bytes: total = line.total_bytes_estimate } = line;
  const fraction = line.fragment_count
    ? (line.fragment_index ?? 0) / line.fragment_count
    : total
      ? got / total
      : undefined;
  return fraction === undefined || !Number.isFinite(fraction) ? undefined : Math.min(1, Math.max(0, fraction));
}
