/** What stops a scan, and where in the text. */
export class JsonRefusal extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
