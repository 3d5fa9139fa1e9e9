/** The path of an installed program, or undefined. PostgreSQL's own programs are found too. */
export function findProgram(name: string, env?: NodeJS.ProcessEnv): string | undefined;

/** A Chromium for the browser tests: the one named by CHROMIUM_PATH, else one of the system. */
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
