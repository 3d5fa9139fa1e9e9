import { useEffect, useId, useState } from 'react';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import classes from './hover-card-host.module.css';
import { useHoverCard, type ShownCard } from './use-hover-card.ts';

type CardProps = { id: string; onClose?: () => void };

const cards = {
  player: lazyPart<CardProps>(() =>
    import('../../features/people/player/player-card.tsx').then((module) => module.PlayerCard),
  ),
  server: lazyPart<CardProps>(() =>
    import('../../features/servers/components/server-card.tsx').then((module) => module.ServerCard),
  ),
};

const PlayerReport = lazyPart(() => import('./player-report.tsx').then((module) => module.PlayerReport));
const ReportDialog = lazyPart(() =>
  import('../../pages/arkbot/reports/report-player.dialog.tsx').then((module) => module.ReportPlayerDialog),
);

const width = 280;
const gap = 6;
const tallest = 180;

/** One card for all links to players and servers. */
export function HoverCardHost() {
  const cardId = useId();
  const { shown, close } = useHoverCard();
  const [reported, setReported] = useState<{ id: string; name: string }>();
  useDescription(shown?.link, cardId);
  if (reported !== undefined) return <ReportDialog player={reported} onClose={() => setReported(undefined)} />;
  if (shown === undefined || !shown.link.isConnected) return null;
  const Card = cards[shown.kind];
  const report = (player: { id: string; name: string }) => {
    close();
    setReported(player);
  };
  return (
    <div data-hover-card className={classes.card} style={placeAt(shown)}>
      <div id={cardId} role="tooltip">
        <Card key={shown.id} id={shown.id} />
      </div>
      {shown.kind === 'player' ? <PlayerReport key={shown.id} id={shown.id} onReport={report} onClose={close} /> : null}
    </div>
  );
}

/** While the card is shown, it describes its link. */
function useDescription(link: HTMLAnchorElement | undefined, cardId: string): void {
  useEffect(() => {
    link?.setAttribute('aria-describedby', cardId);
    return () => link?.removeAttribute('aria-describedby');
  }, [link, cardId]);
}

/** Below the link, or above it where there is no room. */
function placeAt({ link }: ShownCard): React.CSSProperties {
  const { left, top, bottom } = link.getBoundingClientRect();
  const x = { width, left: Math.max(gap, Math.min(left, window.innerWidth - width - gap)) };
  const isBelow = bottom + gap + tallest < window.innerHeight;
  return isBelow ? { ...x, top: bottom + gap } : { ...x, bottom: window.innerHeight - top + gap };
}
