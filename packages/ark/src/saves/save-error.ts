/** Bytes that are not what a save has at this place. The place is said in words, for people: `object 12ab…, byte 40`. */
export class SaveError extends Error {
  readonly place: string;
  readonly reason: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super(`${place}: ${reason}`, options);
    this.name = 'SaveError';
    this.place = place;
    this.reason = reason;
  }
}
