import fs from 'node:fs';
import { cleanText } from '../clean-text.ts';
import type { LogRing } from './log-ring.ts';

type Level = 'info' | 'warn' | 'error';

/** Sentences about one game server, or about the agent itself. */
export type Log = Record<Level, (sentence: string) => void> & {
  /** For the one thing that has to be seen: never use it for a whisper. */
  showCode(code: string): void;
};

export type AgentLog = {
  about(name: string): Log;
  /** From now on this text never appears, whoever says it. */
  hide(secret: string): void;
};

const maxLength = 2_000;
const shortestSecret = 4;

/** One line per thing that happens, on the console and in a file; a quiet console leaves out what is as it should be. */
export function createAgentLog(
  say: (line: string) => void,
  file?: LogFile,
  { isQuiet } = { isQuiet: false },
): AgentLog {
  const secrets: string[] = [];
  let isFileBroken = false;
  const keep = (line: string) => {
    try {
      file?.write(line);
      isFileBroken = false;
    } catch (error) {
      if (!isFileBroken) say(`The log file cannot be written: ${(error as Error).message}`);
      isFileBroken = true;
    }
  };
  const write = (level: string, name: string, sentence: string) => {
    const text = secrets.reduce((left, secret) => left.replaceAll(secret, '[hidden]'), sentence);
    const line = `${new Date().toISOString()} ${level.padEnd(5)} ${cleanText(`${name}: ${text}`, maxLength)}`;
    if (!isQuiet || level !== 'info') say(line);
    keep(line);
  };
  return {
    hide: (secret) => void (secret.length >= shortestSecret && secrets.push(secret)),
    about: (name) => ({
      info: (sentence) => write('info', name, sentence),
      warn: (sentence) => write('warn', name, sentence),
      error: (sentence) => write('error', name, sentence),
      showCode(code) {
        say('');
        write('code', name, `the code for this server is  ${code}`);
        say('');
      },
    }),
  };
}

export type LogFile = { write(line: string): void };

const defaultMaxBytes = 5 * 1024 * 1024;

/** Lines for the operator; when it is full it becomes `<file>.1` and a new one begins. */
export function openLogFile(file: string, maxBytes = defaultMaxBytes): LogFile {
  let size = sizeOf(file);
  return {
    // In one step and without a buffer: the last line before a crash is the one that is looked for.
    write(line) {
      const bytes = Buffer.byteLength(line) + 1;
      if (size > 0 && size + bytes > maxBytes) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, `${line}\n`, { mode: 0o600 });
      size += bytes;
    },
  };
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The agent's sentences about one server, which the portal gets to see, too; a code is for this machine alone. */
export function shareLog(log: Log, ring: Pick<LogRing, 'add'>): Log {
  const both = (level: 'info' | 'warn' | 'error') => (sentence: string) => {
    log[level](sentence);
    ring.add({ at: new Date(), key: 'agent', level, text: sentence });
  };
  return { info: both('info'), warn: both('warn'), error: both('error'), showCode: (code) => log.showCode(code) };
}
