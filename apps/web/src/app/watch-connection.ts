import { onlineManager } from '@tanstack/react-query';
import { connection } from '../lib/api/api.ts';

/** Queries that failed while the portal was away are asked again once it is back. */
export function watchConnection(): void {
  onlineManager.setEventListener((setOnline) => connection.watch(() => setOnline(connection.get() === 'connected')));
  connection.start();
}
