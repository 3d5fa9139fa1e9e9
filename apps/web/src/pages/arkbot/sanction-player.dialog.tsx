import { useLocation } from '@tanstack/react-router';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { useModerationPowers } from './use-moderation-powers.ts';

const SanctionDialog = lazyPart(() =>
  import('../../features/sanctions/dialog/sanction-dialog.tsx').then((module) => module.SanctionDialog),
);

const EvidencePicker = lazyPart(() => import('./evidence/evidence-picker.tsx').then((module) => module.EvidencePicker));

type Props = { player: { id: string; name: string }; serverId: string; onClose: () => void };

/** The sanction dialog over any page about a player; the page itself is proposed as evidence. */
export function SanctionPlayerDialog({ player, serverId, onClose }: Props) {
  const powers = useModerationPowers();
  const href = useLocation({ select: (location) => location.href });
  return (
    <SanctionDialog
      powers={powers}
      player={player}
      serverId={serverId}
      EvidencePicker={EvidencePicker}
      proposal={{ url: href, text: '' }}
      onClose={onClose}
    />
  );
}
