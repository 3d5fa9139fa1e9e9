import { csvLine, readCsvText } from '@tribehall/common/csv';
import { isPlayerId } from '../sanction-filters.ts';
import type { ListedSanction } from '../sanctions.queries.ts';

/** A ban to import, with the line or entry of the file that it comes from. */
export type FileBan = { line: number; playerId: string; name?: string; reason?: string; endsAt?: string };
export type FileProblem = { line: number; message: string };
export type BanFile = { bans: FileBan[]; problems: FileProblem[] };

/** So that spreadsheets read it as UTF-8. */
const byteOrderMark = '\uFEFF';
const columns = ['playerId', 'name', 'kind', 'state', 'reason', 'where', 'by', 'createdAt', 'endsAt'] as const;

export function toCsv(sanctions: readonly ListedSanction[]): string {
  const rows = sanctions.map(flatten).map((row) => csvLine(columns.map((name) => row[name])));
  return byteOrderMark + csvLine(columns) + rows.join('');
}

export function toJson(sanctions: readonly ListedSanction[]): string {
  return `${JSON.stringify(sanctions.map(flatten), null, 2)}\n`;
}

function flatten({ playerId, name, kind, state, reason, reach, by, createdAt, endsAt }: ListedSanction) {
  return { playerId, name, kind, state, reason, where: reach.name, by, createdAt, endsAt };
}

type Row = { line: number; cells: Readonly<Record<string, string>> };

/** Reads an exported file, a CSV file with a column of player ids, JSON, or a BanList.txt with an id on each line. */
export function readBanFile(text: string, nowMs: number): BanFile {
  const content = text.replace(/^\uFEFF/, '');
  const rows = /^\s*[[{]/.test(content) ? readJson(content) : readLines(content);
  if (!Array.isArray(rows)) return { bans: [], problems: [rows] };
  const bans: FileBan[] = [];
  const problems: FileProblem[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const ban = readRow(row, nowMs);
    const earlier = typeof ban === 'string' ? undefined : seen.get(ban.playerId);
    if (typeof ban === 'string') problems.push({ line: row.line, message: ban });
    else if (earlier !== undefined)
      problems.push({ line: row.line, message: `The same player as in line ${earlier}.` });
    else {
      seen.set(ban.playerId, row.line);
      bans.push(ban);
    }
  }
  return { bans, problems };
}

/** The ban, or why it is none. */
function readRow({ line, cells }: Row, nowMs: number): FileBan | string {
  const playerId = (cells['playerid'] ?? '').trim().toLowerCase();
  if (playerId === '') return 'There is no player ID.';
  if (!isPlayerId(playerId)) return `“${playerId.slice(0, 64)}” is not a player ID.`;
  const { name = '', reason = '', endsat = '', kind = 'ban', state = 'active' } = cells;
  if (kind.toLowerCase() !== 'ban') return `This is a ${kind.slice(0, 20)}, not a ban.`;
  if (state.toLowerCase() !== 'active') return `This ban is ${state.slice(0, 20)}.`;
  const end = endsat.trim() === '' ? undefined : Date.parse(endsat);
  if (Number.isNaN(end)) return 'The end is not a date.';
  if (end !== undefined && end <= nowMs) return 'This ban has already ended.';
  return {
    line,
    playerId,
    ...(name !== '' && { name: name.slice(0, 128) }),
    ...(reason !== '' && { reason: reason.slice(0, 300) }),
    ...(end !== undefined && { endsAt: new Date(end).toISOString() }),
  };
}

/** What other tools call the columns. */
const synonyms: Readonly<Record<string, string>> = {
  id: 'playerid',
  steamid: 'playerid',
  steamid64: 'playerid',
  steam64: 'playerid',
  eosid: 'playerid',
  uniquenetid: 'playerid',
  player: 'name',
  playername: 'name',
  expires: 'endsat',
  expiresat: 'endsat',
  until: 'endsat',
  type: 'kind',
};

function toKey(heading: string): string {
  const key = heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return Object.hasOwn(synonyms, key) ? (synonyms[key] ?? key) : key;
}

function readJson(content: string): Row[] | FileProblem {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { line: 1, message: 'The file is not valid JSON.' };
  }
  const list: unknown = Array.isArray(value) ? value : listWithin(value);
  if (!Array.isArray(list)) return { line: 1, message: 'The file has no list of bans.' };
  return list.map((entry: unknown, index) => ({ line: index + 1, cells: cellsOf(entry) }));
}

function listWithin(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.values(value).find(Array.isArray) : undefined;
}

function cellsOf(entry: unknown): Record<string, string> {
  if (typeof entry === 'string') return { playerid: entry };
  if (typeof entry !== 'object' || entry === null) return {};
  const texts = Object.entries(entry).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [toKey(name), String(value)]));
}

/** With headings it is a table; without, each line begins with an id. */
function readLines(content: string): Row[] {
  const first = content.slice(0, 2000).split(/\r?\n/, 1)[0] ?? '';
  const separator = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const lines = splitCsv(content, separator);
  const headings = lines[0]?.cells.map(toKey) ?? [];
  const hasHeadings = headings.includes('playerid');
  const rows = hasHeadings ? lines.slice(1) : lines;
  return rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({
      line,
      cells: hasHeadings
        ? Object.fromEntries(headings.map((name, index) => [name, readCsvText(cells[index] ?? '')]))
        : { playerid: readCsvText(cells[0] ?? '') },
    }));
}

type CsvLine = { line: number; cells: string[] };

/** A cell in quotes may hold separators, line breaks, and quotes written twice. */
function splitCsv(content: string, separator: string): CsvLine[] {
  const lines: CsvLine[] = [{ line: 1, cells: [''] }];
  let lineNumber = 1;
  let isQuoted = false;
  const put = (text: string) => {
    const cells = lines.at(-1)?.cells ?? [];
    cells[cells.length - 1] += text;
  };
  for (const [index, part] of content.split('"').entries()) {
    const isInside = index % 2 === 1;
    // Nothing between two closed parts: the quote was written twice.
    if (isInside && isQuoted) put('"');
    isQuoted = !isInside && part === '' && index > 0;
    if (isInside) {
      put(part);
      lineNumber += part.split('\n').length - 1;
      continue;
    }
    for (const [row, text] of part.split(/\r\n|\r|\n/).entries()) {
      if (row > 0) {
        lineNumber += 1;
        lines.push({ line: lineNumber, cells: [''] });
      }
      for (const [column, cell] of text.split(separator).entries()) {
        if (column > 0) lines.at(-1)?.cells.push('');
        put(cell);
      }
    }
  }
  return lines;
}
