/** Says the name in both ways that browsers know. */
export function attachment(name: string): string {
  // A folder is nothing to save a file under, and half of a character cannot be encoded.
  const last = (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cs}]/gu, '_');
  const ascii = last.replace(/[^\u0020-\u007e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(last).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
