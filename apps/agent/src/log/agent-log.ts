import fs from 'node:fs';
import { createRedactor } from '@tribehall/common/redactor';
import { cleanText } from '../clean-text.ts';
import type { LogRing } from './log-ring.ts';

type Level = 'info' | 'warn' | 'error';

/** Log messages about one game server, or about the agent itself. */
export type Log = Record<Level, (sentence: string) => void> & {
  /** For the proof of control alone; never for a whispered code. */
  showCode(code: string): void;
};

export type AgentLog = {
  about(name: string): Log;
  /** From now on this text is replaced wherever it appears. */
  hide(secret: string): void;
};

const maxLength = 2_000;

/** Logs to the console and a file; a quiet console shows warnings and errors only. */
export function createAgentLog(
  print: (line: string) => void,
  file?: LogFile,
  { isQuiet } = { isQuiet: false },
): AgentLog {
  const redactor = createRedactor();
  let isFileBroken = false;
  const writeToFile = (line: string) => {
    try {
      file?.write(line);
      isFileBroken = false;
    } catch (error) {
      if (!isFileBroken) print(`The log file cannot be written: ${(error as Error).message}`);
      isFileBroken = true;
    }
  };
  const write = (level: string, name: string, sentence: string) => {
    const text = redactor.redact(sentence);
    const line = `${new Date().toISOString()} ${level.padEnd(5)} ${cleanText(`${name}: ${text}`, maxLength)}`;
    if (!isQuiet || level !== 'info') print(line);
    writeToFile(line);
  };
  return {
    hide: redactor.add,
    about: (name) => ({
      info: (sentence) => write('info', name, sentence),
      warn: (sentence) => write('warn', name, sentence),
      error: (sentence) => write('error', name, sentence),
      showCode(code) {
        print('');
        write('code', name, `the code for this server is  ${code}`);
        print('');
      },
    }),
  };
}

export type LogFile = { write(line: string): void };

const defaultMaxBytes = 5 * 1024 * 1024;

/** A log file for the operator; when full it is rotated to `<file>.1`. */
export function openLogFile(file: string, maxBytes = defaultMaxBytes): LogFile {
  let size = sizeOf(file);
  return {
    // Synchronous and unbuffered: the last line before a crash is the one that matters.
    write(line) {
      const bytes = Buffer.byteLength(line) + 1;
      if (size > 0 && size + bytes > maxBytes) {
        // Where another program holds the file, it grows until it is free.
        if (rotate(file)) size = 0;
      }
      fs.appendFileSync(file, `${line}\n`, { mode: 0o600 });
      size += bytes;
    },
  };
}

function rotate(file: string): boolean {
  try {
    fs.renameSync(file, `${file}.1`);
    return true;
  } catch {
    return false;
  }
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Sends the log messages of one server to the portal too; codes stay on this machine. */
export function shareLog(log: Log, ring: Pick<LogRing, 'add'>): Log {
  const both = (level: 'info' | 'warn' | 'error') => (sentence: string) => {
    log[level](sentence);
    ring.add({ at: new Date(), key: 'agent', level, text: sentence });
  };
  return { info: both('info'), warn: both('warn'), error: both('error'), showCode: (code) => log.showCode(code) };
}
