import { Group, Stack, Text } from '@mantine/core';
import { TreePine } from 'lucide-react';
import { useState } from 'react';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import type { DatabaseText } from '../databases.queries.ts';
import { positionText } from '../json-problem.ts';
import { pathOf, readTree, type JsonTree } from '../json-tree.ts';
import { withParentsOf } from '../tree-rows.ts';
import { findNodes, maxFound } from '../tree-search.ts';
import { TreeView } from './tree-view.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

/** A read-only tree of the saved text. */
export function DatabaseTree({ source }: { source: DatabaseText }) {
  const tree = readTree(source.text);
  if (tree === undefined) return <NoTree source={source} />;
  // Node numbers are only valid for one text.
  return <TreeWithTools key={source.version} tree={tree} />;
}

function NoTree({ source: { problem } }: { source: DatabaseText }) {
  return (
    <Notice icon={TreePine} title="No tree view, because this text is not JSON.">
      <Text c="dimmed">
        {problem === null ? 'Switch to the text view.' : `${positionText(problem)} ${problem.message}`}
      </Text>
    </Notice>
  );
}

function TreeWithTools({ tree }: { tree: JsonTree }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([0]));
  const [active, setActive] = useState(0);
  const [search, setSearch] = useState('');
  const found = findNodes(tree, search);
  const at = found.indexOf(active);
  const goTo = (node: number | undefined) => {
    if (node === undefined) return;
    setOpen(withParentsOf(tree, node, open));
    setActive(node);
  };
  const searchFor = (next: string) => {
    setSearch(next);
    goTo(findNodes(tree, next)[0]);
  };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SearchField label="Search names and values" value={search} onSearch={searchFor} />
        {search === '' ? null : (
          <>
            <RowButton disabled={found.length === 0} onClick={() => goTo(found.at(at <= 0 ? -1 : at - 1))}>
              Previous
            </RowButton>
            <RowButton disabled={found.length === 0} onClick={() => goTo(found[(at + 1) % found.length])}>
              Next
            </RowButton>
          </>
        )}
        <Text size="sm" c="dimmed" role="status">
          {search === '' ? '' : foundText(found.length, at)}
        </Text>
      </Group>
      <TreeView tree={tree} open={open} active={active} found={found} onOpen={setOpen} onActive={setActive} />
      <CopyField label="Path" value={pathOf(tree, active)} />
    </Stack>
  );
}

function foundText(count: number, at: number): string {
  if (count === 0) return 'No matches.';
  const total = count >= maxFound ? `the first ${formatCount(maxFound)}` : formatCount(count);
  return at < 0 ? `${total} found` : `${formatCount(at + 1)} of ${total}`;
}
