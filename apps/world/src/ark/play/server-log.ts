import fs from 'node:fs';
import type { Switches } from '../switches.ts';
import { backupStamp, fileStamp, gameStamp, openingStamp } from './stamps.ts';

/** The server's log file, and the buffers that GetChat and GetGameLog drain. */
export type ServerLog = {
  open: () => void;
  close: () => void;
  /** A line of the engine: log file only. */
  note: (text: string) => void;
  /** A line of the game: the log file and GetGameLog. */
  record: (text: string) => void;
  chat: (line: string) => void;
  stamped: (text: string) => string;
  takeChat: () => string[];
  takeGameLog: () => string[];
};

const maxChatLines = 600;
const frameMs = 33;

export function createServerLog(file: string, switches: Switches): ServerLog {
  const log = createLogFile(file);
  const chatLines: string[] = [];
  const gameLog: string[] = [];

  const stamped = (text: string) => `${gameStamp(new Date(), switches.log.offsetMinutes)}: ${text}`;
  const note = (text: string) => log.write(`${filePrefix()}${text}${switches.log.lineEnd}`);

  return {
    open: () => {
      log.open();
      const mark = switches.log.hasByteOrderMark ? '\uFEFF' : '';
      log.write(`${mark}Log file open, ${openingStamp(new Date())}${switches.log.lineEnd}`);
    },
    close: () => {
      log.close();
      chatLines.length = 0;
      gameLog.length = 0;
    },
    note,
    record: (text) => {
      note(switches.log.hasStamp ? stamped(text) : text);
      if (switches.gameLog.isOn) push(gameLog, gameLogEntry(text, switches), switches.gameLog.ringEntries);
    },
    chat: (line) => push(chatLines, line, maxChatLines),
    stamped,
    takeChat: () => chatLines.splice(0),
    takeGameLog: () => gameLog.splice(0, switches.gameLog.entriesPerCall),
  };
}

/** Drops the oldest. */
function push(lines: string[], line: string, max: number): void {
  lines.push(line);
  if (lines.length > max) lines.splice(0, lines.length - max);
}

function filePrefix(): string {
  const at = new Date();
  const frame = Math.floor(at.getTime() / frameMs) % 1_000;
  return `[${fileStamp(at)}][${String(frame).padStart(3)}]`;
}

function gameLogEntry(text: string, switches: Switches): string {
  const stamp = gameStamp(new Date(), switches.log.offsetMinutes);
  return switches.gameLog.stamp === 'plain' ? `${stamp}: ${text}` : `[${stamp.replace('_', '-')}]: ${text}`;
}

type LogFile = { open: () => void; write: (text: string) => void; close: () => void };

/** A log file as the engine writes it: every start begins a new file and renames the old one. */
function createLogFile(file: string): LogFile {
  let descriptor: number | undefined;
  const close = () => {
    if (descriptor !== undefined) fs.closeSync(descriptor);
    descriptor = undefined;
  };
  return {
    open: () => {
      close();
      if (fs.existsSync(file)) fs.renameSync(file, backupName(file));
      descriptor = fs.openSync(file, 'a', 0o600);
    },
    write: (text) => {
      if (descriptor !== undefined) fs.writeSync(descriptor, text);
    },
    close,
  };
}

function backupName(file: string): string {
  const base = file.replace(/\.log$/, `_backup-${backupStamp(new Date())}`);
  let name = `${base}.log`;
  for (let copy = 2; fs.existsSync(name); copy += 1) name = `${base}_${copy}.log`;
  return name;
}
