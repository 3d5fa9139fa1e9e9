import { printError, print } from '../platform/console.ts';
import { runAdmin } from './run-admin.ts';

process.umask(0o077);

// A release starts this under its own name.
const isRelease = process.argv0.startsWith('tribehall');

process.exitCode = await runAdmin(process.argv.slice(2), {
  print,
  printError,
  ...(isRelease && { program: process.argv0 }),
});
