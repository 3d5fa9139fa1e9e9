import type { ReactNode } from 'react';
import { ContourArt } from '../art/contour-art.tsx';
import { LiveStatus } from '../display/live-indicator.tsx';
import { PlainText } from '../display/plain-text.tsx';
import classes from './banner.module.css';

type Props = {
  /** The usual heading of the page, small above the name. */
  title: string;
  name: string;
  /** Grey art, for what is not running. */
  isMuted: boolean;
  chips?: ReactNode;
  /** Below the name. */
  place: ReactNode;
  actions: ReactNode;
};

/** The head of a page about one thing, which names itself. */
export function Banner({ title, name, isMuted, chips, place, actions }: Props) {
  return (
    <div className={classes.banner}>
      <ContourArt seed={name} size="banner" isMuted={isMuted} />
      <div className={classes.top}>
        <h1 className={classes.title}>{title}</h1>
        <LiveStatus />
      </div>
      <div className={classes.bottom}>
        <div className={classes.about}>
          {chips === undefined ? null : <div className={classes.chips}>{chips}</div>}
          <p className={classes.name}>
            <PlainText text={name} />
          </p>
          <p className={classes.place}>{place}</p>
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
    </div>
  );
}

/** While what the page is about is loading. */
export function BannerSkeleton({ title }: { title: string }) {
  return (
    <div className={classes.banner}>
      <div className={classes.top}>
        <h1 className={classes.title}>{title}</h1>
      </div>
    </div>
  );
}

export function BannerChip({ children }: { children: ReactNode }) {
  return <span className={classes.chip}>{children}</span>;
}
