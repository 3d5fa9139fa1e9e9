export type Connection = {
  /** The folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export const databaseOwner = 'tribehall';
export const socketPort = 5432;

export function connectionTo(socketFolder: string, password: string): Connection {
  return { host: socketFolder, port: socketPort, user: databaseOwner, password, database: 'tribehall' };
}
