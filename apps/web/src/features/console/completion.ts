import type { ConsoleCommand } from './console.queries.ts';

const maxShown = 6;
const prefix = /^\s*((cheat|admincheat)\s+)*/i;

/** The commands that the text may become, best first. Once the name is complete, that command alone. */
export function completionsOf(commands: readonly ConsoleCommand[], text: string): readonly ConsoleCommand[] {
  const [name = '', ...rest] = lastCommand(text).split(/\s/);
  const wanted = name.toLowerCase();
  if (wanted === '') return [];
  const exact = commands.filter((command) => command.name.toLowerCase() === wanted);
  if (rest.length > 0) return exact;
  const starting = commands.filter((command) => command.name.toLowerCase().startsWith(wanted));
  const containing = commands.filter((command) => command.name.toLowerCase().includes(wanted));
  return [...new Set([...exact, ...starting, ...containing])].slice(0, maxShown);
}

/** The text with the name of the command completed, unless its parameters have begun. */
export function complete(text: string, { name, parameters }: ConsoleCommand): string {
  const begun = lastCommand(text);
  if (/\s/.test(begun)) return text;
  const start = text.slice(0, text.length - begun.length);
  return `${start}${name}${parameters === '' ? '' : ' '}`;
}

/** What follows the last `|`, which separates commands. */
function lastCommand(text: string): string {
  return text.slice(text.lastIndexOf('|') + 1).replace(prefix, '');
}
