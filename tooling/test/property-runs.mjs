import { configureGlobal } from 'fast-check';

// A set-up file: how often each property is tried. A failure prints the seed and the path that repeat it.
configureGlobal({ numRuns: process.env.TEST_DEPTH === 'deep' ? 10_000 : 100 });
