import Copy from 'lucide-react/icons/copy';
import { useId } from 'react';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { EventHost } from '../net/api';
import { spaced } from '../race/code';
import { Button } from '../ui/Button';
import { useCopy } from '../ui/useCopy';
import classes from './Host.module.css';
import { Qr } from './Qr';
import * as texts from './texts';

/** The ways into an event: its code, its link, and the same as a QR code. */
export function JoinCard({ event: { code } }: { event: Pick<EventHost, 'code'> }) {
  const t = useText();
  const id = useId();
  const copy = useCopy();
  const address = window.location.origin + paths.event(code);
  return (
    <section className={classes.join} aria-labelledby={id}>
      <h2 id={id}>{t(texts.howToJoin)}</h2>
      <p className="soft">{t(texts.joinAt)(window.location.host + paths.join)}</p>
      <p className={classes.code}>{spaced(code)}</p>
      <Qr text={address} label={t(texts.qr)} />
      <p className={classes.link}>{address}</p>
      <Button onClick={() => copy(address)}>
        <Copy aria-hidden="true" />
        <span>{t(commonTexts.copyLink)}</span>
      </Button>
    </section>
  );
}
