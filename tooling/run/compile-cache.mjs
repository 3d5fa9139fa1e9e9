// Preloaded into our programs: what was compiled at an earlier start is read instead. Node 20 cannot do that, and where
// the folder cannot be written, such as in a release that belongs to root, nothing is kept.
import module from 'node:module';
import path from 'node:path';
import { root } from '../paths.mjs';

/** A program that is killed later has stored what its start needed. */
const storeAfterMs = 5_000;

if (module.enableCompileCache) {
  module.enableCompileCache(path.join(root, '.cache', 'compiled'));
  setTimeout(() => module.flushCompileCache(), storeAfterMs).unref();
}
