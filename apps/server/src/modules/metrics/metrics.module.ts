import type { Config } from '../../config.ts';
import { defineModule, type Module } from '../../module.ts';
import { createRegistry, type Registry } from '../../platform/metrics/registry.ts';
import { startMeasuring } from './metrics.service.ts';

/** What Prometheus reads. */
export const metricsModule = defineModule({
  name: 'metrics',
  state: createMetricsState,
  jobs: [startMeasuring],
});

type MetricsState = {
  registry: Registry;
  /** By other modules. */
  declared: NonNullable<Module['metrics']>[];
};

function createMetricsState(_: Config, modules: readonly Module[]): MetricsState {
  return { registry: createRegistry(), declared: modules.flatMap(({ metrics }) => metrics ?? []) };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    metrics: MetricsState;
  }
}
