import type { HostStats } from './host.queries.ts';

type Share = { name: 'music' | 'ftp' | 'other' | 'free'; label: string; bytes: number };

/** What a drive is used for, in the order of the bar. The folders are measured apart from the drive, so nothing may go below zero. */
export function driveShares({ total, music, ftp, capacity }: HostStats['driveUsage']): Share[] {
  return [
    { name: 'music', label: 'Music', bytes: music },
    { name: 'ftp', label: 'FTP', bytes: ftp },
    { name: 'other', label: 'Other', bytes: Math.max(0, total - music - ftp) },
    { name: 'free', label: 'Free', bytes: Math.max(0, capacity - total) },
  ];
}
