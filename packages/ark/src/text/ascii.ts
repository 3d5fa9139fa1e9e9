/** Characters without a decomposition into a plain letter and a mark. */
const replacements: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '*',
  '€': 'EUR',
};

/** ASE mangles all but ASCII: returns the nearest ASCII text, with `?` where there is none. */
export function toAscii(text: string): string {
  const parts = text.normalize('NFKD').replace(/[\p{M}\u200c\u200d]/gu, '');
  return parts.replace(/[^\p{ASCII}]/gu, (sign) => replacements[sign] ?? '?');
}
