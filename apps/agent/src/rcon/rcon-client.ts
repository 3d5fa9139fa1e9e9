export { RconError } from './rcon-error.ts';

export type RconPriority = 'moderation' | 'chat' | 'poll';
/** `refused`: the password is wrong. */
export type RconState = 'connecting' | 'up' | 'slow' | 'refused' | 'unreachable' | 'closed';

export type RconLimits = { connectMs: number; loginMs: number; commandMs: number; slowCommandMs: number };

export type RconClient = {
  run(command: string, options: { priority: RconPriority; timeoutMs?: number; signal?: AbortSignal }): Promise<string>;
  state(): { state: RconState; reason?: string; since: number };
  onState(listener: (state: { state: RconState; reason?: string }) => void): () => void;
  close(): Promise<void>;
};

export type RconOptions = {
  host: string;
  port: number;
  password: string;
  isAsciiOnly: boolean;
  limits?: Partial<RconLimits>;
  log?: (message: string) => void;
};

export function createRconClient(_options: RconOptions): RconClient {
  throw new Error('soon');
}
