/** @typedef {{ moduleId: string, event: 'begun' | 'test' | 'ended', failure?: string }} Progress */

/** A reporter for Vitest: sends every step to the process that started the run. */
// eslint-disable-next-line import/no-default-export -- how Vitest finds a reporter.
export default class ProgressReporter {
  /** @param {import('vitest/node').TestModule} module */
  onTestModuleQueued(module) {
    send({ moduleId: module.moduleId, event: 'begun' });
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === 'skipped') return;
    send({ moduleId: test.module.moduleId, event: 'test', ...(state === 'failed' && { failure: test.fullName }) });
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const isFailed = module.state() === 'failed';
    send({
      moduleId: module.moduleId,
      event: 'ended',
      ...(isFailed && { failure: module.errors()[0]?.message ?? '' }),
    });
  }
}

/** @param {Progress} progress */
function send(progress) {
  process.send?.(progress);
}
