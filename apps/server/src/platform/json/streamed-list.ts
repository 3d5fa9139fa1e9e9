/**
 * A list that is sent while it is read. The generator yields slices of it; what it returns is sent in `details` behind
 * the list, e.g. that it was cut.
 */
export class StreamedList<Item = unknown> {
  readonly slices: AsyncGenerator<readonly Item[], object | undefined>;
  /** Called once, when nobody reads it any more. */
  readonly release: () => void;

  constructor(slices: AsyncGenerator<readonly Item[], object | undefined>, release: () => void) {
    this.slices = slices;
    this.release = release;
  }
}
