import { measureHttp } from './http-scenario.mjs';
import { measureStart } from './start-scenario.mjs';

/**
 * What `npm run bench` measures. Each answers its part of docs/benchmarks.md.
 * @type {Record<string, { about: string, measure: () => Promise<string> }>}
 */
export const scenarios = {
  http: { about: 'answered requests per CPU second, against a bare node:http server', measure: measureHttp },
  start: { about: 'a second start until ready, and memory afterwards', measure: measureStart },
};
