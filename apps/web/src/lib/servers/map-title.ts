/** `TheIsland_WP` as people say it: `The Island`. */
export function mapTitle(map: string): string {
  return map.replace(/_(WP|P)$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
