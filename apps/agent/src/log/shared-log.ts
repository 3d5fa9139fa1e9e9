import type { Log } from './agent-log.ts';
import type { LogRing } from './log-ring.ts';

/** The agent's sentences about one server, which the portal gets to see, too; a code is for this machine alone. */
export function shareLog(log: Log, ring: Pick<LogRing, 'add'>): Log {
  const both = (level: 'info' | 'warn' | 'error') => (sentence: string) => {
    log[level](sentence);
    ring.add({ at: new Date(), key: 'agent', level, text: sentence });
  };
  return { info: both('info'), warn: both('warn'), error: both('error'), showCode: (code) => log.showCode(code) };
}
