export type RconErrorCode = 'unreachable' | 'refused' | 'timeout' | 'closed' | 'busy';

/** `timeout` and `closed` after a command was sent leave open whether the game ran it. */
export class RconError extends Error {
  override readonly name = 'RconError';
  readonly code: RconErrorCode;

  constructor(code: RconErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
