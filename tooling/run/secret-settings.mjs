import fs from 'node:fs';

/** As the portal decides it (`apps/server/src/config.ts`). */
const secretName = /_(SECRET|TOKEN|KEY)$|^(DATABASE|NATS|SMTP)_URL$/;

/** @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv} for programs that do not need the portal's secrets */
export function withoutSecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretName.test(name)));
}

/**
 * Removes the secret settings from this process, where `/proc/<pid>/environ` would show them. Returns the environment as
 * it was, for the portal.
 * @returns {NodeJS.ProcessEnv}
 */
export function takeEnvironment() {
  const env = { ...process.env };
  overwriteSecrets();
  for (const name of Object.keys(env)) if (secretName.test(name)) delete process.env[name];
  return env;
}

/** Does nothing on systems without such files. */
function overwriteSecrets() {
  /** @type {number | undefined} */
  let memory;
  try {
    const { start, end } = findInitialEnvironment();
    memory = fs.openSync('/proc/self/mem', 'r+');
    const bytes = Buffer.alloc(end - start);
    fs.readSync(memory, bytes, 0, bytes.length, start);
    let at = 0;
    for (const entry of bytes.toString('latin1').split('\0')) {
      const equals = entry.indexOf('=');
      const length = entry.length - equals - 1;
      if (secretName.test(entry.slice(0, equals)))
        fs.writeSync(memory, Buffer.alloc(length, '*'), 0, length, start + at + equals + 1);
      at += entry.length + 1;
    }
  } catch {
    // Not Linux, or not permitted: the variables stay visible to the same user.
  } finally {
    if (memory !== undefined) fs.closeSync(memory);
  }
}

/** Fields 50 and 51 of /proc/self/stat, counted after the process name in parentheses, which may contain anything. */
function findInitialEnvironment() {
  const text = fs.readFileSync('/proc/self/stat', 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { start: Number(fields[47]), end: Number(fields[48]) };
}
