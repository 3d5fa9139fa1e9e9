import { cleanText } from '../clean-text.ts';
import type { LogFile } from './log-file.ts';

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
