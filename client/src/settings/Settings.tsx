import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import classes from './Settings.module.css';
import { SettingsPanel } from './SettingsPanel';
import * as texts from './texts';

/** All settings, for guests, too. */
export function Component() {
  const t = useText();
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <h1>{t(commonTexts.settings)}</h1>
        <p className="lead">{t(texts.lead)}</p>
      </header>
      <SettingsPanel heading="h2" />
    </div>
  );
}
