import { Button } from '@mantine/core';
import { Flag } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { ReportDialog } from './report-dialog.tsx';

type Props = Pick<ComponentProps<typeof ReportDialog>, 'reported' | 'servers'>;

export function ReportButton({ reported, servers }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Flag size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Report…
      </Button>
      {isOpen ? <ReportDialog reported={reported} servers={servers} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
