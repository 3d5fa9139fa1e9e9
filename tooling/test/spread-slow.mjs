import { BaseSequencer } from 'vitest/node';

/** From here on a file is slow. */
const slowMs = 10_000;

/** The slow ones, the slowest first, for a machine that has not run them yet. */
const slow = [
  'apps/server/src/bot/music/music.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/several-machines.test.ts',
  'apps/server/src/bot/gateway/gateway.test.ts',
  'apps/server/src/modules/people/visibility.test.ts',
  'apps/server/src/behind-proxy.test.ts',
  'apps/server/src/backup/backup.test.ts',
  'apps/server/src/backup/restore.test.ts',
  'apps/server/src/backup/restore-majors.test.ts',
  'apps/server/src/previous-portal.test.ts',
  'apps/server/src/bot/music/voice.test.ts',
  'tooling/faults/portal-faults.test.mjs',
  'tooling/faults/machines/machines-faults.test.mjs',
  'apps/server/src/modules/files/kill.test.ts',
  'apps/server/src/modules/music/downloads/downloads.test.ts',
  'apps/agent/src/saves/server-saves.test.ts',
  'apps/server/src/many-portals.test.ts',
  'apps/server/src/modules/music/yt-dlp/egress.test.ts',
  'apps/server/src/modules/databases/kill.test.ts',
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
  'tooling/release/executables.test.mjs',
  'apps/agent/src/main.test.ts',
];

/** A worker that has loaded one project's modules is replaced for another's: the files of each project stay together. */
const projects = ['server', 'packages', 'web'];

/** @typedef {import('vitest/node').TestSpecification} Spec */

/** @typedef {{ spec: Spec, durationMs: number }} Timed */

export class SpreadSlow extends BaseSequencer {
  /**
   * Slow files mostly wait: for programs, or for time to pass. Three at once leave the cores idle, so they are spread among the
   * files of their project that compute. @override @param {Spec[]} files
   */
  async sort(files) {
    // eslint-disable-next-line unicorn/no-array-sort -- the sequencer's own method.
    const sorted = await super.sort(files);
    const timed = sorted.map((spec) => ({ spec, durationMs: this.#durationOf(spec) }));
    const names = new Set([...projects, ...sorted.map(({ project }) => project.name)]);
    return [...names].flatMap((name) => spread(timed.filter(({ spec }) => spec.project.name === name)));
  }

  /** In the last run; of a listed file that was not run here, longer the earlier it is listed. @param {Spec} spec */
  #durationOf(spec) {
    const known = this.ctx.cache.getTestSpecificationResult(spec);
    if (known) return known.duration;
    const rank = slow.findIndex((file) => spec.moduleId.endsWith(`/${file}`));
    return rank === -1 ? 0 : slowMs + slow.length - rank;
  }
}

/** @param {Timed[]} files @returns {Spec[]} */
function spread(files) {
  const late = files.filter(({ durationMs }) => durationMs >= slowMs).toSorted((a, b) => b.durationMs - a.durationMs);
  const others = files.filter(({ durationMs }) => durationMs < slowMs).map(({ spec }) => spec);
  const gap = others.length / late.length;
  if (late.length === 0) return others;
  return late.flatMap(({ spec }, index) => [
    spec,
    ...others.slice(Math.floor(index * gap), Math.floor((index + 1) * gap)),
  ]);
}
