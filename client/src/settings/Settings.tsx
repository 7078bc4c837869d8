import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { ScreenHeader } from '../ui/ScreenHeader';
import classes from './Settings.module.css';
import { SettingsPanel } from './SettingsPanel';
import * as texts from './texts';

/** All settings, for guests, too. */
export function Component() {
  const t = useText();
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t(commonTexts.settings)} lead={t(texts.lead)} />
      <SettingsPanel heading="h2" />
    </div>
  );
}
