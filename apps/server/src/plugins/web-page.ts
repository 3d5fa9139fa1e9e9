import { escapeXml } from '../platform/escape-xml.ts';

/** What the Owner calls the community; null where that is not set. */
export type SiteNames = { name: string | null; description: string | null };

/** What sites that show a preview of a link read, as it stands in the page of the web app. */
const places = {
  name: /(<meta property="og:(?:site_name|title)" content=")[^"]*/g,
  description: /(<meta (?:name="description"|property="og:description") content=")[^"]*/g,
};

/** Returns a function that puts the names into the page, once for as long as they stay the same. */
export function namedPages(page: string): (names: SiteNames | undefined) => string {
  let latest: { names: SiteNames | undefined; page: string } = { names: undefined, page };
  return (names) => {
    if (latest.names !== names) latest = { names, page: names === undefined ? page : named(page, names) };
    return latest.page;
  };
}

function named(page: string, names: SiteNames): string {
  return (['name', 'description'] as const).reduce((text, key) => {
    const value = names[key];
    return value === null ? text : text.replace(places[key], (_, before: string) => before + escapeXml(value));
  }, page);
}
