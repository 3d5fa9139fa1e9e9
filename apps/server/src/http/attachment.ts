/** The file name in both notations of Content-Disposition. */
export function attachment(name: string): string {
  // A download's name has no folders, and lone surrogates can't be encoded.
  const last = (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cs}]/gu, '_');
  const ascii = last.replace(/[^\u0020-\u007e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(last).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
