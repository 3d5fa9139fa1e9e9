import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { saveText } from '../../../lib/browser/download.ts';
import { hasFilters, type SanctionFilters } from '../sanction-filters.ts';
import { toCsv, toJson } from './ban-file.ts';
import { fetchAll, useTransfer } from './ban-transfer.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = { filters: SanctionFilters; onClose: () => void };

const formats = {
  csv: { label: 'CSV', type: 'text/csv', write: toCsv },
  json: { label: 'JSON', type: 'application/json', write: toJson },
} as const;
type Format = keyof typeof formats;

/** Saves everything that matches the filters as a file. */
export function BanExportDialog({ filters, onClose }: Props) {
  const [format, setFormat] = useState<Format>('csv');
  const { progress, error, isCancelled, start, cancel } = useTransfer();
  useReturnFocus();
  const save = () =>
    start(async (watch) => {
      const all = await fetchAll(filters, watch);
      const { type, write } = formats[format];
      saveText(`bans-${new Date().toISOString().slice(0, 10)}.${format}`, type, write(all));
      toastSuccess(`${formatCount(all.length)} ${all.length === 1 ? 'entry' : 'entries'} exported.`);
      onClose();
    });
  return (
    <Modal opened onClose={onClose} title="Export" closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}>
      <Stack gap="lg">
        <Text>
          {hasFilters(filters)
            ? 'The file has everything that matches the filters, not only what is loaded.'
            : 'The file has all bans that you may see.'}
        </Text>
        <SegmentedChoice
          label="Format"
          choices={{ csv: formats.csv.label, json: formats.json.label }}
          value={format}
          onChange={setFormat}
        />
        {progress === undefined ? null : (
          <div role="status">
            <Text c="dimmed">
              {formatCount(progress.done)} of {formatCount(progress.total)} read
            </Text>
            <ProgressBar label="Export" value={progress.done} max={Math.max(progress.total, 1)} />
          </div>
        )}
        {isCancelled ? <Text role="status">Cancelled. Nothing was saved.</Text> : null}
        {error === null ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={progress === undefined ? onClose : cancel}>
            Cancel
          </Button>
          <Button loading={progress !== undefined} onClick={save}>
            Save file
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
