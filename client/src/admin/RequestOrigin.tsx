import ExternalLink from 'lucide-react/icons/external-link';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useFormat, useText } from '../core/useText';
import type { TextRequest } from '../net/api';
import { webAddress } from '../platform/webAddress';
import classes from './Admin.module.css';
import * as texts from './texts';

/** The user who suggested a text, the date, and the page that proves its source. */
export function RequestOrigin({ request }: { request: TextRequest }) {
  const t = useText();
  const format = useFormat();
  const { username, creationDate, url } = request;
  const proof = webAddress(url);
  return (
    <dl className={classes.origin}>
      <div>
        <dt>{t(texts.requester)}</dt>
        <dd>
          <Link to={paths.user(username)}>{username}</Link>
        </dd>
      </div>
      <div>
        <dt>{t(texts.created)}</dt>
        <dd>
          <time dateTime={creationDate}>{format.date(creationDate)}</time>
        </dd>
      </div>
      <div className={classes.proof}>
        <dt>{t(texts.proof)}</dt>
        <dd>
          {proof === null ? (
            <bdi>{url}</bdi>
          ) : (
            // An untrusted address: it gets neither a referrer nor access to this window.
            <a href={proof.href} title={proof.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              <bdi>{`${proof.host}${proof.pathname === '/' ? '' : proof.pathname}`}</bdi>
              <ExternalLink aria-hidden="true" />
              <span className="visually-hidden">{t(texts.newTab)}</span>
            </a>
          )}
        </dd>
      </div>
    </dl>
  );
}
