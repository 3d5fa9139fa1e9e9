import { Stack, Text } from '@mantine/core';
import { formatBytes } from '../../../lib/text/format.ts';
import type { HostStats } from '../host.queries.ts';
import { driveShares } from '../drive-shares.ts';
import classes from './drive-usage.module.css';

/** How full the drive is and with what: a bar, and the same in words. */
export function DriveUsage({ drive }: { drive: HostStats['driveUsage'] }) {
  const { total, capacity } = drive;
  if (capacity === 0) return <Text c="dimmed">How large the drive is is not known.</Text>;
  const shares = driveShares(drive);
  return (
    <Stack gap="sm">
      <Text>
        {formatBytes(total)} of {formatBytes(capacity)} used ({Math.round((total / capacity) * 100)} %)
      </Text>
      <div className={classes.bar} aria-hidden>
        {shares.map(({ name, bytes }) => (
          <span key={name} data-share={name} className={classes.share} style={{ flexGrow: bytes / capacity }} />
        ))}
      </div>
      <ul className={classes.legend} aria-label="What the drive is used for">
        {shares.map(({ name, label, bytes }) => (
          <li key={name}>
            <span className={classes.swatch} data-share={name} aria-hidden />
            {label} {formatBytes(bytes)}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
