import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink as ExternalIcon } from 'lucide-react';
import { ContourArt } from '../../../components/art/contour-art.tsx';
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
      <QueryRegion query={query} skeletonHeight={96}>
        {({ featuredMods }) => (
          <ul className={classes.mods}>
            {featuredMods.map((mod) => (
              <li key={mod.name}>
                <a href={mod.url} target="_blank" rel="noopener noreferrer" className={classes.mod}>
                  <span className={classes.picture} aria-hidden>
                    <ContourArt seed={mod.name} size="card" />
                  </span>
                  <span className={classes.about}>
                    <span className={classes.name}>
                      {mod.name}
                      <ExternalIcon size={13} aria-hidden />
                    </span>
                    {mod.text === null ? null : <span className={classes.text}>{mod.text}</span>}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </QueryRegion>
    </section>
  );
}
