import { BaseSequencer } from 'vitest/node';

/** Test files that start programs again and again; begun last, they would run alone at the end. */
const slow = [
  'apps/server/src/modules/files/kill.test.ts',
  'apps/server/src/bot/music/music.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/modules/music/downloads/downloads.test.ts',
  'apps/server/src/bot/gateway/gateway.test.ts',
  'apps/server/src/admin/admin.test.ts',
  'apps/server/src/modules/databases/kill.test.ts',
  'apps/server/src/modules/music/yt-dlp/egress.test.ts',
  'apps/server/src/modules/music/videos/videos.test.ts',
  'apps/server/src/bot/music/download-and-play.test.ts',
  'apps/agent/src/saves/server-saves.test.ts',
  'apps/world/src/video/video.test.ts',
];

/** @param {import('vitest/node').TestSpecification} spec */
const rankOf = ({ moduleId }) => slow.findIndex((file) => moduleId.endsWith(`/${file}`));

export class SlowFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    // eslint-disable-next-line unicorn/no-array-sort -- the sequencer's own method.
    const sorted = await super.sort(files);
    const first = sorted.filter((spec) => rankOf(spec) !== -1).toSorted((a, b) => rankOf(a) - rankOf(b));
    return [...first, ...sorted.filter((spec) => rankOf(spec) === -1)];
  }
}
