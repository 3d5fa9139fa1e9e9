/** `at` is UTC, from the file's prefix; `stamp` is the game's own time, as `2026.09.13_18.48.40`, in an unknown zone. */
export type Stamps = { at?: string; stamp?: string };

export type LogFact =
  | { kind: 'joined' | 'left'; name: string; playerId?: string }
  | { kind: 'chat'; name: string; survivor: string; text: string }
  | { kind: 'server-said'; text: string }
  | { kind: 'admin-command'; command: string; playerName: string; arkId: string; playerId?: string }
  | { kind: 'tribe'; tribe: string; tribeId?: string; day?: number; text: string }
  | { kind: 'killed'; victim: string; tribe?: string; tribeId?: string; text: string }
  | { kind: 'started' | 'advertising' | 'file-opened' }
  | { kind: 'version'; version: string };

export type LogEvent = Stamps & LogFact;
