import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { usePreloaded } from '../../components/layout/use-preloaded.ts';
import { SearchButton } from '../../features/search/components/search-button.tsx';
import { useSearchShortcut } from '../../features/search/use-search-shortcut.ts';
import { useTypedAhead } from '../../features/search/use-typed-ahead.ts';
import type { NavGroup } from '../navigation.ts';

const PaletteHost = lazyPart(() => import('./palette-host.tsx').then((module) => module.PaletteHost));

type Props = { groups: NavGroup[]; onShortcuts: () => void };

/** The search in the top bar. Its code is loaded when the browser is idle, at the latest when it is needed. */
export function SearchEverywhere({ groups, onShortcuts }: Props) {
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  usePreloaded(PaletteHost.preload);
  useSearchShortcut(isOpen, toggle);
  const typedAhead = useTypedAhead(isOpen);
  // The first use reports an error.
  const preload = () => void PaletteHost.preload().catch(() => undefined);
  return (
    <>
      <SearchButton isOpen={isOpen} onOpen={open} onIntent={preload} />
      {wasOpen ? (
        <PaletteHost
          isOpen={isOpen}
          groups={groups}
          typedAhead={typedAhead}
          onShortcuts={onShortcuts}
          onClose={close}
        />
      ) : null}
    </>
  );
}
