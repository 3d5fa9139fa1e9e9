import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from '../../../components/buttons/external-link.tsx';
import { releaseQuery, siteQuery } from '../site.queries.ts';
import classes from './site-footer.module.css';

const year = new Date().getFullYear();

type Props = {
  /** The Owner finds the status page there too while it is not public, and newer versions. */
  isOwner?: boolean;
};

/** Without a reply there are no links to show; the page itself reports the error. */
export function SiteFooter({ isOwner = false }: Props) {
  const { data: site } = useQuery(siteQuery);
  return (
    <footer className={classes.footer}>
      {site === undefined ? null : (
        <>
          <ul className={classes.links}>
            {site.isStatusPublic || isOwner ? (
              <li>
                <Link to="/status">Server status</Link>
              </li>
            ) : null}
            <li>
              <ExternalLink href={site.chatInviteUrl}>Community chat</ExternalLink>
            </li>
            <li>
              <ExternalLink href={site.modProfileUrl}>Our mods</ExternalLink>
            </li>
            <li>
              <ExternalLink href={site.donationUrl}>Donate</ExternalLink>
            </li>
          </ul>
          <Text size="sm" c="dimmed">
            © {year} {site.ownerName} · Tribehall {site.version}
            {isOwner ? <NewerVersion /> : null}
          </Text>
        </>
      )}
    </footer>
  );
}

function NewerVersion() {
  const { data } = useQuery(releaseQuery);
  if (!data?.newer) return null;
  const { version, url } = data.newer;
  const text = `Version ${version} is available`;
  return <> · {url === null ? text : <ExternalLink href={url}>{text}</ExternalLink>}</>;
}
