import { Button } from '@mantine/core';
import { ContourArt } from '../../components/art/contour-art.tsx';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import type { Site } from '../../features/site/site.queries.ts';
import { LandingTotals } from './landing-totals.tsx';
import classes from './landing.module.css';

const standardDescription =
  'The hall of our ARK tribes: see who is online, talk across the cluster, look after your servers and let the bot play the music.';

type Props = {
  /** Undefined where the portal could not be asked. */
  site: Site | undefined;
  playerCount: number | null | undefined;
};

export function LandingHero({ site, playerCount }: Props) {
  const name = site?.name ?? 'Tribehall';
  return (
    <>
      <ContourArt seed={name} size="hero" />
      <div className={classes.fade} aria-hidden />
      <div className={classes.inner}>
        <h1 className={classes.title}>
          <span className={classes.greeting}>Welcome to</span> <PlainText text={name} />
        </h1>
        <p className={classes.description}>
          <PlainText text={site?.description ?? standardDescription} />
        </p>
        <div className={classes.actions}>
          <LinkButton to="/arkbot/servers" size="md">
            Manage ARK Servers
          </LinkButton>
          {site === undefined ? null : <HeroLinks site={site} />}
        </div>
        <LandingTotals playerCount={playerCount} isStatusPublic={site?.isStatusPublic === true} />
      </div>
    </>
  );
}

function HeroLinks({ site: { chatInviteUrl, isStatusPublic } }: { site: Site }) {
  return (
    <>
      <Button component="a" href={chatInviteUrl} target="_blank" rel="noopener noreferrer" size="md" variant="default">
        Join our Discord
      </Button>
      {isStatusPublic ? (
        <LinkButton to="/status" size="md" variant="default">
          Server status
        </LinkButton>
      ) : null}
    </>
  );
}
