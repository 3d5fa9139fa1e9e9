import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronsUpDown } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../layout/lazy-part.tsx';
import { usePreloaded } from '../layout/use-preloaded.ts';
import classes from './picker-dialog.module.css';

const Overlay = lazyPart(() => import('./picker-overlay.tsx').then((module) => module.PickerOverlay));

type Props = {
  buttonLabel: string;
  title: string;
  variant?: ButtonProps['variant'];
  children: (close: () => void) => ReactNode;
};

/** A button and the overlay it opens, whose code is preloaded when the browser is idle. */
export function PickerDialog({ buttonLabel, title, variant = 'default', children }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  usePreloaded(Overlay.preload);
  return (
    <>
      <Button
        variant={variant}
        miw={0}
        maw={320}
        onClick={open}
        aria-haspopup="dialog"
        title={title}
        rightSection={<ChevronsUpDown size={14} aria-hidden />}
      >
        <span className={classes.label}>{buttonLabel}</span>
      </Button>
      {isOpen ? (
        <Overlay title={title} onClose={close}>
          <Suspense>{children(close)}</Suspense>
        </Overlay>
      ) : null}
    </>
  );
}
