import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';

type Props = { message: string; onWholeFile: () => void };

/** In place of a part that the database does not have. */
export function UnknownGuild({ message, onWholeFile }: Props) {
  const action = (
    <Button variant="default" onClick={onWholeFile}>
      Show the whole file
    </Button>
  );
  return <Notice icon={SearchX} title={message} role="alert" action={action} />;
}
