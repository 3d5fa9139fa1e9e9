import { Text } from '@mantine/core';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import classes from './tribe-log.module.css';

type Props = { lines: readonly string[]; search: string; onSearch: (search: string) => void };

/** What happened to the tribe, as the game wrote it; the newest first. */
export function TribeLog({ lines, search, onSearch }: Props) {
  const wanted = search.toLowerCase();
  const found = lines.filter((line) => line.toLowerCase().includes(wanted)).toReversed();
  return (
    <>
      <SearchField label="Search the log" value={search} onSearch={onSearch} />
      {found.length === 0 ? (
        <Text c="dimmed">{lines.length === 0 ? 'The log is empty.' : 'No lines found.'}</Text>
      ) : (
        <ol
          className={classes.lines}
          aria-label="Lines of the log"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
          tabIndex={0}
        >
          {found.map((line, index) => (
            <li key={`${found.length - index} ${line}`} className={classes.line}>
              <PlainText text={line} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
