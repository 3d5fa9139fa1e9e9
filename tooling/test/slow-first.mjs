import { BaseSequencer } from 'vitest/node';

/** Test files that take longest; begun last, they would run alone at the end. */
const slow = [
  'apps/server/src/bot/music/music.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/several-machines.test.ts',
  'apps/server/src/bot/gateway/gateway.test.ts',
  'apps/server/src/modules/people/visibility.test.ts',
  'apps/server/src/behind-proxy.test.ts',
  'apps/server/src/backup/backup.test.ts',
  'apps/server/src/backup/restore.test.ts',
  'apps/server/src/bot/music/speech.test.ts',
  'tooling/faults/portal-faults.test.mjs',
  'apps/server/src/modules/files/kill.test.ts',
  'apps/server/src/modules/music/downloads/downloads.test.ts',
  'apps/agent/src/saves/server-saves.test.ts',
  'apps/server/src/many-portals.test.ts',
  'apps/server/src/modules/music/yt-dlp/egress.test.ts',
  'apps/server/src/modules/databases/kill.test.ts',
  'apps/server/src/bot/music/loop.test.ts',
  'apps/server/src/bot/chat/chat.test.ts',
  'apps/world/src/discord/voice/voice.test.ts',
  'apps/server/src/modules/agents/limits.test.ts',
  'apps/server/src/modules/logs/search/search.test.ts',
  'apps/server/src/modules/structures/export/export.test.ts',
  'apps/agent/src/saves/save-faults.test.ts',
  'apps/server/src/plugins/unread-bodies.test.ts',
  'apps/server/src/bot/bot-alone.test.ts',
  'apps/server/src/db/engine/engine-kill.test.ts',
  'apps/server/src/modules/terminal/kill.test.ts',
  'apps/server/src/admin/admin.test.ts',
  'apps/agent/src/saves/save-kill.test.ts',
  'tooling/release/release.test.mjs',
  'apps/agent/src/main.test.ts',
];

/** A worker that has loaded one project's modules is replaced for another's: the files of each project stay together. */
const projects = ['server', 'packages', 'web'];

/** @param {import('vitest/node').TestSpecification} spec */
function rankOf({ moduleId, project }) {
  const place = slow.findIndex((file) => moduleId.endsWith(`/${file}`));
  return projects.indexOf(project.name) * 1000 + (place === -1 ? slow.length : place);
}

export class SlowFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    // eslint-disable-next-line unicorn/no-array-sort -- the sequencer's own method.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
