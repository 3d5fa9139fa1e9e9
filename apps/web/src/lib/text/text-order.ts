import { compareAscii, isPlainAscii } from './ascii-order.ts';

/** An order of texts that is created on first use: that takes a phone a tenth of a second, on a page that may never sort. */
export function textOrder(options: Intl.CollatorOptions): (one: string, other: string) => number {
  let collator: Intl.Collator | undefined;
  return (one, other) => {
    // That of the page's texts: the same for everyone, and that of `compareAscii`.
    collator ??= new Intl.Collator('en', options);
    return collator.compare(one, other);
  };
}

const compareByCollator = textOrder({ numeric: true, sensitivity: 'base' });

/** As people order names: `Server 2` before `server 10`. Most names need no collator. */
export function compareNames(one: string, other: string): number {
  return isPlainAscii(one) && isPlainAscii(other) ? compareAscii(one, other) : compareByCollator(one, other);
}
