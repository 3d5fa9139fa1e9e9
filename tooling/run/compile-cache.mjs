// Preloaded into our programs: what was compiled at an earlier start is read instead. Node 20 cannot do that, and where
// the folder cannot be written, such as in a release that belongs to root, nothing is kept.
import module from 'node:module';
import path from 'node:path';
import { root } from '../paths.mjs';

/** A program that is killed later has stored what its start needed. */
const storeAfterMs = 5_000;

/** From Node 22.8 and 22.10 on. @type {{ enableCompileCache?: (folder: string) => unknown, flushCompileCache?: () => void }} */
const { enableCompileCache, flushCompileCache } = module;

enableCompileCache?.(path.join(root, '.cache', 'compiled'));
if (flushCompileCache) setTimeout(flushCompileCache, storeAfterMs).unref();
