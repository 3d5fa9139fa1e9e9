/** Returns the text without any of these characters at its end, in linear time: a search for `/[…]+$/` is quadratic. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
