// The entry of the single-file executable: the agent, its save reader, and the Node.js that runs updates of the agent.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { saveReaderArgument } from './single-file.ts';

const [, , first = ''] = process.argv;
if (path.isAbsolute(first) && first.endsWith('.js')) await runFile(first);
else if (first === saveReaderArgument) await import('../saves/save-reader.ts');
else await import('../main.ts');

/** As `node FILE` does. The program inside an executable can import nothing from files by itself. */
async function runFile(file: string): Promise<void> {
  process.argv.splice(1, 1);
  const load = vm.runInThisContext('(url) => import(url)', {
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (url: string) => Promise<unknown>;
  await load(pathToFileURL(file).href);
}
