/**
 * `1,234,567`, as the English texts around it have it. Not `toLocaleString`: the first use of any format of the browser
 * takes a phone a tenth of a second.
 */
export function formatCount(count: number): string {
  let grouped = '';
  let rest = String(Math.abs(count));
  for (; rest.length > 3; rest = rest.slice(0, -3)) grouped = `,${rest.slice(-3)}${grouped}`;
  return `${count < 0 ? '-' : ''}${rest}${grouped}`;
}
