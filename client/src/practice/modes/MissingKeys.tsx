import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../core/paths';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { layoutNames } from '../../typing/keymap/layoutNames';
import { missingOn } from '../../typing/keymap/layouts';
import * as texts from './texts';

/** The number of characters named: a text in another script has too many. */
const NAMED = 8;

/** Names the characters of a text that the layout which the visitor chose does not have. */
export const MissingKeys = observer(function MissingKeys({ text }: { text: string }) {
  const t = useText();
  const { settings } = useRoot();
  const layout = settings.values.keyboardLayout;
  const isChosen = settings.changed.includes('keyboardLayout');
  const missing = useMemo(() => (isChosen ? missingOn(layout, text) : []), [isChosen, layout, text]);
  if (missing.length === 0) return null;
  return (
    <p className="note">
      {t(texts.missing)(t(layoutNames[layout]))}{' '}
      <span translate="no">
        {missing.slice(0, NAMED).join(' ')}
        {missing.length > NAMED && ' …'}
      </span>{' '}
      <Link to={paths.settings}>{t(texts.changeLayout)}</Link>
    </p>
  );
});
