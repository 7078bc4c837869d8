import CircleCheck from 'lucide-react/icons/circle-check';
import Mail from 'lucide-react/icons/mail';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { NOTICE_MS, SIGNUP_NOTICE_MS } from '../core/NoticeStore';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import classes from './Banner.module.css';

type BannerName = keyof typeof commonTexts.banners.en;

const BANNERS: readonly BannerName[] = ['login', 'signup', 'delete', 'logout'];

/** A message about a login, signup or the like, named in the address: `/?login=true`. */
export function Banner() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const banner = BANNERS.find((name) => query.has(name));
  const [latest, setLatest] = useState(banner);
  if (banner && banner !== latest) setLatest(banner);
  useEffect(() => {
    if (!banner) return;
    // The name leaves the address together with the banner, so that a reload does not show it again.
    const timer = setTimeout(
      () => setQuery({}, { replace: true, preventScrollReset: true }),
      banner === 'signup' ? SIGNUP_NOTICE_MS : NOTICE_MS,
    );
    return () => clearTimeout(timer);
  }, [banner, setQuery]);
  return (
    <div role="status" className={classes.place}>
      {latest && (
        <p className={classes.banner} data-gone={!banner}>
          {latest === 'signup' ? <Mail aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          <span>{t(commonTexts.banners)[latest]}</span>
        </p>
      )}
    </div>
  );
}
