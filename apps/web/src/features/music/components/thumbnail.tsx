import { Music } from 'lucide-react';
import { useState } from 'react';
import classes from './thumbnail.module.css';

type Props = { src: string | null; size: 'small' | 'large' };

/** The thumbnail of a video, or a placeholder. Decorative: its title is beside it. */
export function Thumbnail({ src, size }: Props) {
  const [broken, setBroken] = useState<string>();
  const isThere = src !== null && src !== broken;
  return (
    <span className={classes.frame} data-size={size} aria-hidden>
      {isThere ? (
        <img src={src} alt="" loading="lazy" className={classes.picture} onError={() => setBroken(src)} />
      ) : (
        <Music size={size === 'small' ? 16 : 32} />
      )}
    </span>
  );
}
