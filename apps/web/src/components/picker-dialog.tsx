import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';

const Overlay = lazy(() => import('./picker-overlay.tsx').then((module) => ({ default: module.PickerOverlay })));

type Props = { buttonLabel: string; title: string; children: (close: () => void) => ReactNode };

/** A button and the overlay it opens, whose code comes with the first use. */
export function PickerDialog({ buttonLabel, title, children }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        miw={0}
        onClick={open}
        aria-haspopup="dialog"
        rightSection={<ChevronsUpDown size={14} aria-hidden />}
      >
        {buttonLabel}
      </Button>
      {isOpen ? (
        <Suspense>
          <Overlay title={title} onClose={close}>
            {children(close)}
          </Overlay>
        </Suspense>
      ) : null}
    </>
  );
}
