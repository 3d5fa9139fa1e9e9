import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from '../../../components/buttons/external-link.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { siteQuery } from '../site.queries.ts';
import classes from './featured-mods.module.css';

export function FeaturedMods() {
  const query = useQuery(siteQuery);
  return (
    <section aria-labelledby="featured-mods">
      <Title order={2} id="featured-mods" mb="sm">
        Featured mods
      </Title>
      <QueryRegion query={query} skeletonHeight={64}>
        {({ featuredMods }) => (
          <ul className={classes.mods}>
            {featuredMods.map((mod) => (
              <li key={mod.name}>
                <ExternalLink href={mod.url}>{mod.name}</ExternalLink>
              </li>
            ))}
          </ul>
        )}
      </QueryRegion>
    </section>
  );
}
