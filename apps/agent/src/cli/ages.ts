/** How long ago, for people. */
export function inWords(ms: number): string {
  if (ms < 120_000) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
