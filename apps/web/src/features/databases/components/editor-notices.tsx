import { Button, Text } from '@mantine/core';
import { FileWarning, GitCompare, History } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { positionText, type JsonProblem } from '../json-problem.ts';

type Props = {
  failure: unknown;
  /** The JSON problem of the saved text. */
  problem: JsonProblem | null;
  isBehind: boolean;
  isDraft: boolean;
  isStored: boolean;
  onCompare: () => void;
};

export function EditorNotices({ failure, problem, isBehind, isDraft, isStored, onCompare }: Props) {
  const compare = (
    <Button variant="default" onClick={onCompare}>
      Compare
    </Button>
  );
  return (
    <>
      {failure === undefined ? null : <ErrorNotice error={failure} />}
      {problem === null ? null : (
        <Notice icon={FileWarning} title="The saved text is not valid JSON.">
          <Text>
            {positionText(problem)} {problem.message}
          </Text>
          <Text c="dimmed">Programs that use it can't read it. Fix it and save.</Text>
        </Notice>
      )}
      {isBehind ? (
        <Notice icon={GitCompare} title="This was changed by someone else." role="status" action={compare}>
          <Text c="dimmed">You are editing an older version. Compare both before you save.</Text>
        </Notice>
      ) : null}
      {isDraft && !isBehind ? (
        <Notice icon={History} title="Your unsaved changes are back." role="status">
          <Text c="dimmed">They are from before this page was reloaded. Revert discards them.</Text>
        </Notice>
      ) : null}
      {isStored ? null : (
        <Text size="sm" c="dimmed" role="status">
          This text is too long to survive a reload. Save it before you close the page.
        </Text>
      )}
    </>
  );
}
