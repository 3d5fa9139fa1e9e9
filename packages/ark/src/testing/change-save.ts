import Database from 'libsql';

/** Runs SQL on a save of Survival Ascended. */
export function changeSave(file: string, ...statements: string[]): void {
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}
