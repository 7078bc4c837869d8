import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import type { TextRequest } from '../net/api';
import { webAddress } from '../platform/webAddress';
import classes from './Admin.module.css';

/** The user who suggested a text, the date, and the page that proves its source. */
export function RequestOrigin({ request }: { request: TextRequest }) {
  const { admin, format } = useStrings();
  const { username, creationDate, url } = request;
  const proof = webAddress(url);
  return (
    <dl className={classes.origin}>
      <div>
        <dt>{admin.requester}</dt>
        <dd>
          <Link to={paths.user(username)}>{username}</Link>
        </dd>
      </div>
      <div>
        <dt>{admin.created}</dt>
        <dd>
          <time dateTime={creationDate}>{format.date(creationDate)}</time>
        </dd>
      </div>
      <div className={classes.proof}>
        <dt>{admin.proof}</dt>
        <dd>
          {proof === null ? (
            <bdi>{url}</bdi>
          ) : (
            // An untrusted address: it gets neither a referrer nor access to this window.
            <a href={proof.href} title={proof.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              <bdi>{`${proof.host}${proof.pathname === '/' ? '' : proof.pathname}`}</bdi>
              <ExternalLink aria-hidden="true" />
              <span className="visually-hidden">{admin.newTab}</span>
            </a>
          )}
        </dd>
      </div>
    </dl>
  );
}
