import { CircleCheck, Mail } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { strings } from '../../strings';
import classes from './Banner.module.css';

/** How long a banner stays, in milliseconds. */
const BANNER_MS = 3000;

/** The one after signup asks to read a mail, so it stays longer. */
const SIGNUP_BANNER_MS = 10_000;

type BannerName = keyof typeof strings.home.banners;

const BANNERS = Object.keys(strings.home.banners) as BannerName[];

/** What has just happened elsewhere, as the address says it: `/?login=true` and the like. */
export function Banner() {
  const [query, setQuery] = useSearchParams();
  const banner = BANNERS.find((name) => query.has(name));
  useEffect(() => {
    if (!banner) return;
    // The address loses the banner's name with the banner, so that a reload does not show it again.
    const timer = setTimeout(
      () => setQuery({}, { replace: true, preventScrollReset: true }),
      banner === 'signup' ? SIGNUP_BANNER_MS : BANNER_MS,
    );
    return () => clearTimeout(timer);
  }, [banner, setQuery]);
  return (
    <div role="status" className={classes.place} data-empty={!banner}>
      {banner && (
        <p className={classes.banner}>
          {banner === 'signup' ? <Mail aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          {strings.home.banners[banner]}
        </p>
      )}
    </div>
  );
}
