import fs from 'node:fs';
import Database from 'libsql';

export type AsaDatabase = ReturnType<typeof openAsaDatabase>;

/** The world file of the game, an SQLite database. Writes count once they are committed. */
export function openAsaDatabase(file: string) {
  // SQLite would make it readable for others.
  fs.closeSync(fs.openSync(file, 'a', 0o600));
  const database = new Database(file);
  database.pragma('page_size = 8192');
  database.pragma('journal_mode = delete');
  // A simulated world may lose its last save in a crash of the machine.
  database.pragma('synchronous = off');
  database.exec('CREATE TABLE IF NOT EXISTS game (key BLOB primary key not null, value blob not null)');
  database.exec('CREATE TABLE IF NOT EXISTS custom (key VARCHAR(64) primary key not null, value blob not null)');
  const put = database.prepare('INSERT OR REPLACE INTO game (key, value) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM game WHERE key = ?');
  const putCustom = database.prepare('INSERT OR REPLACE INTO custom (key, value) VALUES (?, ?)');
  database.exec('BEGIN IMMEDIATE');
  return {
    put: (key: string, value: Buffer) => void put.run(Buffer.from(key, 'hex'), value),
    // A list: libsql takes lone bytes for named values, and ends the process over it.
    remove: (key: string) => void remove.run([Buffer.from(key, 'hex')]),
    putCustom: (key: string, value: Buffer) => void putCustom.run(key, value),
    commit: () => void database.exec('COMMIT'),
    /** Nothing is written without a commit. */
    close: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
      database.close();
    },
  };
}
