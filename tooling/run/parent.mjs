import fs from 'node:fs';

const pollMs = 500;

/**
 * Ends this process when the npm that started it is gone (kill -9 of npm reaches nobody else).
 * Started without npm it does nothing: then a parent may leave on purpose, as with nohup.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const grandparent = shellParent(parent);
  const timer = setInterval(() => {
    const isAlone = process.ppid !== parent || (grandparent !== undefined && shellParent(parent) !== grandparent);
    if (!isAlone) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, pollMs);
  timer.unref();
}

/**
 * npm starts scripts through a shell, which outlives npm: then the shell's own parent tells.
 * @param {number} pid @returns {number | undefined} undefined where it is no shell or cannot be read
 */
function shellParent(pid) {
  try {
    const [, name = '', rest = ''] = /^\d+ \((.*)\) . (.*)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return /^(sh|dash|bash|ash|busybox|zsh)$/.test(name) ? Number.parseInt(rest, 10) : undefined;
  } catch {
    return undefined;
  }
}
