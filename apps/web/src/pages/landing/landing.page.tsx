import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { FeaturedMods } from '../../features/site/components/featured-mods.tsx';
import { siteQuery } from '../../features/site/site.queries.ts';
import { statusQuery } from '../../features/status/status.queries.ts';
import { LandingHero } from './landing-hero.tsx';
import { LandingOffers } from './landing-offers.tsx';
import { LandingServers } from './landing-servers.tsx';
import classes from './landing.module.css';

/** What people see who are not logged in: what this place is, and who is on. */
export function LandingPage() {
  useDocumentTitle('Home · Tribehall');
  const site = useQuery(siteQuery);
  const isStatusPublic = site.data?.isStatusPublic === true;
  const status = useQuery({ ...statusQuery, enabled: isStatusPublic });
  // Parts appear from top to bottom, so that none is pushed down by a later one.
  const isSiteSettled = !site.isPending || site.failureReason !== null;
  const areServersSettled = isSiteSettled && !(isStatusPublic && status.isPending && status.failureReason === null);
  return (
    <div className={classes.landing}>
      <section className={classes.hero}>
        {isSiteSettled ? <LandingHero site={site.data} playerCount={status.data?.playerCount} /> : null}
      </section>
      {isStatusPublic ? <LandingServers query={status} /> : null}
      {areServersSettled ? (
        <>
          <LandingOffers />
          <FeaturedMods />
        </>
      ) : null}
    </div>
  );
}
