import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { SettingsPanel } from './SettingsPanel';
import classes from './SettingsSheet.module.css';
import * as texts from './texts';

/** The settings over another screen. */
export function SettingsSheet() {
  const t = useText();
  return (
    <div className={classes.sheet}>
      <SettingsPanel heading="h3" />
      <Link to={paths.settings}>{t(texts.all)}</Link>
    </div>
  );
}
