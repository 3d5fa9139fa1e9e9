/** How a cost grows, by its last two figures, at ten times the size. @param {number[]} figures */
export function verdict(figures) {
  const [before = Number.NaN, after = Number.NaN] = figures.slice(-2);
  const times = after / before;
  if (times <= 1.5) return 'flat';
  if (times < 5) return `${times.toFixed(1)} times: less than linear`;
  if (times <= 13) return `${times.toFixed(1)} times: linear`;
  return `**${times.toFixed(1)} times: worse than linear**`;
}
