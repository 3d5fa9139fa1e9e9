import { noResponse } from '@tribehall/ark/rcon/replies';
import fs from 'node:fs';
import path from 'node:path';
import { password, startGameServer, type Exchange } from '../rcon/game-server.fixture.ts';
import { makeFolder } from './folder.fixture.ts';

export type Ark = Awaited<ReturnType<typeof startArk>>;

/** A small ARK: RCON over TCP, a log, a chat buffer that is given out once. */
export async function startArk(port = 0, saved = makeFolder()) {
  const logFile = path.join(saved, 'Logs/ShooterGame.log');
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  const state = { players: new Map<string, string>(), chat: [] as string[], hasLog: true, hasEcho: true };
  const record = (text: string) => {
    if (state.hasLog) fs.appendFileSync(logFile, `${stamp()}${text}\r\n`);
  };
  const sendChat = (line: string) => {
    record(line);
    state.chat.push(line);
  };
  const replies: Record<string, (rest: string) => string> = {
    ListPlayers: () =>
      [...state.players].map(([id, name], index) => `${index}. ${name}, ${id}`).join('\n') || 'No Players Connected',
    GetChat: () => state.chat.splice(0).join('\n') || noResponse,
    ServerChat: (rest) => {
      if (state.hasEcho) sendChat(`SERVER: ${rest}`);
      return noResponse;
    },
  };
  const command = ({ command: text, respond }: Exchange) => {
    const [name = ''] = text.split(' ');
    respond(replies[name]?.(text.slice(name.length + 1)) ?? noResponse);
  };
  const server = await startGameServer({ command }, port);
  const passwordFile = path.join(makeFolder(), 'password');
  fs.writeFileSync(passwordFile, `${password}\n`);
  return {
    ...state,
    state,
    server,
    port: server.port,
    password,
    passwordFile,
    saved,
    logFile,
    record,
    recordAll: (texts: string[]) => fs.appendFileSync(logFile, texts.map((text) => `${stamp()}${text}\r\n`).join('')),
    openLog: (at: string) => fs.appendFileSync(logFile, `Log file open, 06/25/26 ${at}\r\n`),
    chatAs: (name: string, survivor: string, text: string) => sendChat(`${name} (${survivor}): ${text}`),
    join(id: string, name: string) {
      state.players.set(id, name);
      record(`${name} joined this ARK!`);
    },
    release(id: string) {
      const name = state.players.get(id) ?? '';
      state.players.delete(id);
      record(`${name} left this ARK!`);
    },
  };
}

/** UTC of the file, then the game's own time. */
function stamp(): string {
  const [date = '', time = ''] = new Date().toISOString().split('T');
  const day = date.replaceAll('-', '.');
  const clock = time.slice(0, 8).replaceAll(':', '.');
  return `[${day}-${clock}:${time.slice(9, 12)}][  1]${day}_${clock}: `;
}
