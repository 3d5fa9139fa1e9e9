import { Button, Text } from '@mantine/core';
import { FileWarning, GitCompare, History } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { placeOf, type JsonProblem } from '../json-problem.ts';

type Props = {
  failure: unknown;
  /** What is wrong about the text as it is saved. */
  problem: JsonProblem | null;
  isBehind: boolean;
  isBack: boolean;
  isKept: boolean;
  onCompare: () => void;
};

/** What one should know about the text below. */
export function EditorNotices({ failure, problem, isBehind, isBack, isKept, onCompare }: Props) {
  const compare = (
    <Button variant="default" onClick={onCompare}>
      Compare
    </Button>
  );
  return (
    <>
      {failure === undefined ? null : <ErrorNotice error={failure} />}
      {problem === null ? null : (
        <Notice icon={FileWarning} title="What is saved here is not JSON.">
          <Text>
            {placeOf(problem)} {problem.message}
          </Text>
          <Text c="dimmed">Programs that use it cannot read it. Put it right and save.</Text>
        </Notice>
      )}
      {isBehind ? (
        <Notice icon={GitCompare} title="This was changed by someone else." role="status" action={compare}>
          <Text c="dimmed">Your text is still the one you began with. Look at both before you save.</Text>
        </Notice>
      ) : null}
      {isBack && !isBehind ? (
        <Notice icon={History} title="Your unsaved changes are back." role="status">
          <Text c="dimmed">They are from before this page was loaded again. Revert takes them away.</Text>
        </Notice>
      ) : null}
      {isKept ? null : (
        <Text size="sm" c="dimmed" role="status">
          This text is too long to be kept over a reload. Save it before you close the page.
        </Text>
      )}
    </>
  );
}
