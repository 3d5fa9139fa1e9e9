import { parseArgs } from 'node:util';
import { createAdminCommands, type AdminCommand } from './admin-commands.ts';
import { readConfig, SettingError } from './config.ts';
import { openAdminContext } from './admin-context.ts';
import { EngineError } from './db/engine/engine.ts';
import { AppError } from './errors.ts';
import { complain, say } from './platform/console.ts';

process.umask(0o077);

const commands = createAdminCommands(say);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof AppError || error instanceof SettingError || error instanceof EngineError;
  complain(isExpected ? error.message : error instanceof Error ? (error.stack ?? '') : String(error));
  process.exitCode = 1;
}

async function run(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    printHelp();
    return name === 'help' || name === '--help' ? 0 : 2;
  }
  const values = readArguments(command, rest);
  if (!values) {
    complain(`Usage: npm run admin -- ${name} ${command.takes.map((take) => `<${take}>`).join(' ')}`);
    return 2;
  }
  const { ctx, close } = await openAdminContext(readConfig());
  try {
    await command.run(ctx, values);
    return 0;
  } finally {
    await close();
  }
}

function readArguments(command: AdminCommand, args: string[]): string[] | undefined {
  const { positionals } = parseArgs({ args, allowPositionals: true, strict: true, options: {} });
  return positionals.length === command.takes.length ? positionals : undefined;
}

function printHelp(): void {
  say('npm run admin -- <command>\n');
  for (const [name, command] of Object.entries(commands))
    say(`  ${`${name} ${command.takes.map((take) => `<${take}>`).join(' ')}`.padEnd(44)}${command.about}`);
  say('\nWorks while the portal runs and while it does not. Passwords are made up and printed once.');
}
