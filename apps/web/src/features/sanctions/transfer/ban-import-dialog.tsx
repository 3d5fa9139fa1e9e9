import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { ReachField } from '../dialog/reach-field.tsx';
import { reachChoices, type ModerationPowers } from '../sanction-powers.ts';
import { useInvalidateSanctions } from '../sanctions.live.ts';
import { readBanFile, type BanFile, type FileProblem } from './ban-file.ts';
import { importAll, useTransfer, type ImportResult } from './ban-transfer.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './ban-import-dialog.module.css';

type Props = { powers: ModerationPowers; onClose: () => void };

const maxFileBytes = 20_000_000;
const shownProblems = 200;

/** Adds the bans of a file: first what is in it, then where they apply, then what became of them. */
export function BanImportDialog({ powers, onClose }: Props) {
  const { data: servers = [] } = useQuery(serversQuery(''));
  const [content, setContent] = useState<BanFile>();
  const [reach, setReach] = useState('');
  const [result, setResult] = useState<ImportResult>();
  const { progress, error, isCancelled, start, cancel } = useTransfer();
  const invalidate = useInvalidateSanctions();
  useReturnFocus();
  const choices = reachChoices(powers, 'ban', servers);
  const chosen = choices.find(({ value }) => value === reach);
  const choose = (next: File | undefined) => {
    setContent(undefined);
    setResult(undefined);
    if (next !== undefined) void readFile(next).then(setContent);
  };
  const isReady = content !== undefined && content.bans.length > 0 && chosen !== undefined;
  const run = () => {
    if (!isReady) return;
    start(async (watch) => {
      try {
        await importAll(content.bans, chosen.reach, { ...watch, onResult: setResult });
      } finally {
        invalidate();
      }
    });
  };
  const isOver = progress === undefined && result !== undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Import bans"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <TextInput
          type="file"
          classNames={{ input: classes.file ?? '' }}
          label="File"
          description="A CSV or JSON file exported here, a CSV file with a playerId column, or a server's BanList.txt."
          accept=".csv,.json,.txt,text/csv,text/plain,application/json"
          disabled={progress !== undefined}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        {content === undefined ? null : <Preview content={content} />}
        {content === undefined || content.bans.length === 0 || isOver ? null : (
          <ReachField choices={choices} value={reach} onChange={setReach} />
        )}
        {progress === undefined ? null : (
          <div role="status">
            <Text c="dimmed">
              {formatCount(progress.done)} of {formatCount(progress.total)} imported
            </Text>
            <ProgressBar label="Import" value={progress.done} max={Math.max(progress.total, 1)} />
          </div>
        )}
        {isOver ? <Result result={result} isCancelled={isCancelled} /> : null}
        {error === null ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={progress === undefined ? onClose : cancel}>
            {progress !== undefined ? 'Stop' : isOver ? 'Close' : 'Cancel'}
          </Button>
          {isOver && error === null && !isCancelled ? null : (
            <Button disabled={!isReady} loading={progress !== undefined} onClick={run}>
              Import
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

async function readFile(file: File): Promise<BanFile> {
  if (file.size > maxFileBytes) return { bans: [], problems: [{ line: 1, message: 'The file is larger than 20 MB.' }] };
  return readBanFile(await file.text(), Date.now());
}

function Preview({ content: { bans, problems } }: { content: BanFile }) {
  return (
    <div role="status">
      <Text>
        {bans.length === 0 ? 'This file has no bans to import.' : `${countText(bans.length)} to import.`}
        {problems.length === 0 ? '' : ` ${rowText(problems.length)} left out:`}
      </Text>
      <Problems problems={problems} />
      {bans.length === 0 ? null : (
        <Text c="dimmed" size="sm">
          First:{' '}
          {bans.slice(0, 3).map(({ playerId, name }, index) => (
            <span key={playerId}>
              {index === 0 ? '' : ', '}
              <PlainText text={name ?? playerId} />
            </span>
          ))}
        </Text>
      )}
    </div>
  );
}

function Result({ result: { added, known, refused }, isCancelled }: { result: ImportResult; isCancelled: boolean }) {
  return (
    <div role="status">
      <Text fw={600}>
        {isCancelled ? 'Stopped. ' : ''}
        {countText(added)} added, {formatCount(known)} already known
        {refused.length === 0 ? '.' : `, ${formatCount(refused.length)} refused:`}
      </Text>
      <Problems problems={refused} />
    </div>
  );
}

function Problems({ problems }: { problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Rows with problems">
      {problems.slice(0, shownProblems).map(({ line, message }) => (
        <li key={line}>
          Row {formatCount(line)}: <PlainText text={message} />
        </li>
      ))}
      {problems.length > shownProblems ? <li>and {formatCount(problems.length - shownProblems)} more</li> : null}
    </ul>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 ban' : `${formatCount(count)} bans`;
}

function rowText(count: number): string {
  return count === 1 ? '1 row is' : `${formatCount(count)} rows are`;
}
