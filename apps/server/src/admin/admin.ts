import { printError, print } from '../platform/console.ts';
import { runAdmin } from './run-admin.ts';

process.umask(0o077);

process.exitCode = await runAdmin(process.argv.slice(2), { print, printError });
