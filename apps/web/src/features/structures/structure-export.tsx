import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import type { StructureFilters, StructureState } from './structure-set.ts';
import { useExportStructures, type ExportFilters, type ExportFormat } from './structures.mutations.ts';

const formats = { csv: 'CSV', json: 'JSON' } as const satisfies Record<ExportFormat, string>;

type Props = { serverId: string; filters: StructureFilters; state: StructureState; isEmpty: boolean };

/** Downloads the filtered structures. */
export function StructureExport({ serverId, filters, state, isEmpty }: Props) {
  const { mutate, isPending, variables } = useExportStructures(serverId, exportFilters(filters, state));
  return (
    <Group gap="sm">
      {(Object.keys(formats) as ExportFormat[]).map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          aria-label={`Export as ${formats[format]}`}
          loading={isPending && variables === format}
          disabled={isEmpty || (isPending && variables !== format)}
          onClick={() => mutate(format)}
        >
          {formats[format]}
        </Button>
      ))}
    </Group>
  );
}

/** The filters as the API takes them. */
function exportFilters(filters: StructureFilters, state: StructureState): ExportFilters {
  const { tribes, owners, classes, minAge, maxAge, abandonedDays, search } = filters;
  return {
    state,
    ...(tribes.length > 0 && { tribes: tribes.join(',') }),
    ...(owners.length > 0 && { owners: owners.join(',') }),
    ...(classes.length > 0 && { classes: classes.join(',') }),
    ...(minAge !== undefined && { minAgeDays: minAge }),
    ...(maxAge !== undefined && { maxAgeDays: maxAge }),
    ...(abandonedDays !== undefined && { leftBehindDays: abandonedDays }),
    ...(search !== '' && { search: search.slice(0, 100) }),
  };
}
