/** Hands a file to the browser's downloads; the page stays. */
export function saveFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** A path of the portal's API, whatever the browser makes of dots and slashes in it. */
export function isOwnFile(href: string): boolean {
  if (!href.startsWith('/') || !URL.canParse(href, location.origin)) return false;
  const { origin, pathname } = new URL(href, location.origin);
  return origin === location.origin && pathname.startsWith('/api/');
}
