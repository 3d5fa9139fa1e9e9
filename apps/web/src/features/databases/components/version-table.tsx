import { useQuery } from '@tanstack/react-query';
import classes from '../../../components/display/data-table.module.css';
import { IconLabel } from '../../../components/display/icon-label.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { formatBytes, formatDateTime } from '../../../lib/text/format.ts';
import { knownGuildsQuery, type DatabaseVersion } from '../databases.queries.ts';

const kindNames: Record<DatabaseVersion['kind'], string> = {
  saved: 'Saved',
  restored: 'Restored',
  found: 'Found in the folder',
};

type Props = {
  versions: readonly DatabaseVersion[];
  onView: (version: DatabaseVersion) => void;
  onRestore: (version: DatabaseVersion) => void;
};

export function VersionTable({ versions, onView, onRestore }: Props) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Versions, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">How</th>
          <th scope="col">Scope</th>
          <th scope="col">Size</th>
          <th scope="col">
            <span className={classes.caption}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.id}>
            <th scope="row">
              <TimeAgo at={version.at} />
              {version.isCurrent ? ' (current)' : ''}
            </th>
            <td>{version.by === null ? 'Unknown' : <PlainText text={version.by} />}</td>
            <td>{kindNames[version.kind]}</td>
            <td>{version.guildId === null ? 'Whole file' : <GuildLabel id={version.guildId} />}</td>
            <td>{formatBytes(version.bytes)}</td>
            <td>
              <VersionButtons version={version} onView={onView} onRestore={onRestore} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function GuildLabel({ id }: { id: string }) {
  const { data: known } = useQuery(knownGuildsQuery);
  const guild = known?.find((one) => one.id === id);
  return guild ? <IconLabel name={guild.name} icon={guild.icon} detail={id} /> : `Guild ${id}`;
}

type ButtonProps = Pick<Props, 'onView' | 'onRestore'> & { version: DatabaseVersion };

function VersionButtons({ version, onView, onRestore }: ButtonProps) {
  const time = formatDateTime(version.at);
  return (
    <>
      <RowButton aria-label={`View the version of ${time}`} onClick={() => onView(version)}>
        View
      </RowButton>{' '}
      {version.isCurrent ? null : (
        <RowButton aria-label={`Restore the version of ${time}`} onClick={() => onRestore(version)}>
          Restore
        </RowButton>
      )}
    </>
  );
}
