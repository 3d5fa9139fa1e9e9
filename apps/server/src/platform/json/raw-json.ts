/** JSON that is known to be right, as its very text: nobody has to build or write again what may be large. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
