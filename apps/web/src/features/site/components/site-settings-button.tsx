import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { siteQuery } from '../site.queries.ts';

const SettingsDialog = lazyPart(() => import('./site-settings-dialog.tsx').then((module) => module.SiteSettingsDialog));

/** For the Owner. */
export function SiteSettingsButton() {
  const { data: site } = useQuery(siteQuery);
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Pencil size={14} aria-hidden />}
        disabled={site === undefined}
        onClick={dialog.open}
      >
        Customize
      </Button>
      {isOpen && site !== undefined ? <SettingsDialog site={site} onClose={dialog.close} /> : null}
    </>
  );
}
