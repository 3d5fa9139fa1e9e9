import classes from '../../../components/display/data-table.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { addressOf } from '../database-address.ts';
import type { Database } from '../databases.queries.ts';

export function DatabaseTable({ databases }: { databases: readonly Database[] }) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Databases</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Content</th>
          <th scope="col">Size</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {databases.map(({ file, bytes, changedAt, isScoped }) => (
          <tr key={file}>
            <th scope="row">
              <TextLink to="/databases/$file/$" params={addressOf(file)}>
                <PlainText text={file} />
              </TextLink>
            </th>
            <td>{contentOf(isScoped)}</td>
            <td>{formatBytes(bytes)}</td>
            <td className={classes.dimmed}>
              <TimeAgo at={changedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function contentOf(isScoped: boolean | null): string {
  if (isScoped === null) return 'Not JSON';
  return isScoped ? 'One part per guild' : 'Single document';
}
