/** What is wrong with a text, and where; lines and columns count from 1, columns in UTF-16 units as in editors. */
export type JsonProblem = { message: string; line: number; column: number };

export function positionOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < at; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 10 && (code !== 13 || text.charCodeAt(index + 1) === 10)) continue;
    line += 1;
    lineStart = index + 1;
  }
  return { line, column: at - lineStart + 1 };
}

export function describeProblem({ message, line, column }: JsonProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}
