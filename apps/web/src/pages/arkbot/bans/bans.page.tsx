import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SidePanel } from '../../../components/dialogs/side-panel.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { SanctionDetails } from '../../../features/sanctions/components/sanction-details.tsx';
import { SanctionFilterBar } from '../../../features/sanctions/components/sanction-filter-bar.tsx';
import { SanctionList } from '../../../features/sanctions/components/sanction-list.tsx';
import type { SanctionFilters } from '../../../features/sanctions/sanction-filters.ts';
import { isModerator, type ModerationPowers } from '../../../features/sanctions/sanction-powers.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { applyChanges } from '../../../lib/browser/search-params.ts';
import { ForbiddenPage } from '../../status.pages.tsx';
import { useModerationPowers } from '../use-moderation-powers.ts';

const SanctionDialog = lazyPart(() =>
  import('../../../features/sanctions/dialog/sanction-dialog.tsx').then((module) => module.SanctionDialog),
);
const EvidencePicker = lazyPart(() =>
  import('../evidence/evidence-picker.tsx').then((module) => module.EvidencePicker),
);
const ExportDialog = lazyPart(() =>
  import('../../../features/sanctions/transfer/ban-export-dialog.tsx').then((module) => module.BanExportDialog),
);
const ImportDialog = lazyPart(() =>
  import('../../../features/sanctions/transfer/ban-import-dialog.tsx').then((module) => module.BanImportDialog),
);
const TemplatesDialog = lazyPart(() =>
  import('../../../features/sanctions/templates/templates-dialog.tsx').then((module) => module.TemplatesDialog),
);

type Params = SanctionFilters & { sanction?: string };

/** All bans and other sanctions on the servers that the user moderates, one of them in a side panel. */
export function BansPage() {
  const params = useSearch({ from: '/main/user/arkbot/bans' });
  const { sanction, ...filters } = params;
  const navigate = useNavigate();
  const powers = useModerationPowers();
  const me = useMe();
  if (me === undefined) return null;
  if (!isModerator(powers)) return <ForbiddenPage />;
  const show = (next: Params) =>
    void navigate({
      to: '/arkbot/bans',
      search: (latest: Params) => applyChanges(latest, params, next),
      replace: true,
      resetScroll: false,
    });
  const showFilters = (next: SanctionFilters) => show(sanction === undefined ? next : { ...next, sanction });
  const open = (id: string) =>
    void navigate({
      to: '/arkbot/bans',
      search: (latest: Params) => ({ ...latest, sanction: id }),
      resetScroll: false,
    });
  return (
    <Page title="Bans" aside={<LiveStatus />}>
      <BanActions powers={powers} filters={filters} />
      <SanctionFilterBar filters={filters} onFilters={showFilters} />
      <SidePanel
        panel={
          sanction
            ? {
                title: 'Details',
                content: <SanctionDetails key={sanction} id={sanction} EvidencePicker={EvidencePicker} />,
              }
            : undefined
        }
        onClose={() => show(filters)}
      >
        <SanctionList filters={filters} onFilters={showFilters} currentId={sanction} onOpen={open} />
      </SidePanel>
    </Page>
  );
}

type ActionsProps = { powers: ModerationPowers; filters: SanctionFilters };

function BanActions({ powers, filters }: ActionsProps) {
  const [open, setOpen] = useState<'ban' | 'export' | 'import' | 'templates'>();
  const close = () => setOpen(undefined);
  return (
    <Group gap="sm">
      <Button onClick={() => setOpen('ban')}>Ban by ID…</Button>
      <Button variant="default" onClick={() => setOpen('import')}>
        Import…
      </Button>
      <Button variant="default" onClick={() => setOpen('export')}>
        Export…
      </Button>
      {powers.everywhere === null ? null : (
        <Button variant="default" onClick={() => setOpen('templates')}>
          Templates…
        </Button>
      )}
      {open === 'ban' ? <SanctionDialog powers={powers} EvidencePicker={EvidencePicker} onClose={close} /> : null}
      {open === 'export' ? <ExportDialog filters={filters} onClose={close} /> : null}
      {open === 'import' ? <ImportDialog powers={powers} onClose={close} /> : null}
      {open === 'templates' ? <TemplatesDialog onClose={close} /> : null}
    </Group>
  );
}
