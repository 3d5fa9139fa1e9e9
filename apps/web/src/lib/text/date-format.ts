/** A format of dates that is created on first use: that takes a browser milliseconds, on a page that may never use it. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(at);
  };
}
