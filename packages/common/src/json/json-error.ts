/** Why a text is refused, and at which offset. */
export class JsonError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
