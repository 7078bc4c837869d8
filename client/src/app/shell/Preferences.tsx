import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { isLanguage, languages } from '../../core/strings';
import { useRoot } from '../../core/useRoot';
import { useStrings } from '../../core/useStrings';
import classes from './Preferences.module.css';

/** The choice of the page's language and theme. */
export const Preferences = observer(function Preferences() {
  const strings = useStrings();
  const root = useRoot();
  const { language, settings } = root;
  const speak = (tag: string) => {
    if (!isLanguage(tag)) return;
    settings.set('language', tag);
    // Also if it is the chosen one, whose texts could not be loaded.
    void root.followLanguage();
  };
  return (
    <div className="cluster">
      <Choice
        label={strings.footer.language}
        options={Object.entries(languages).map(([tag, name]) => ({ value: tag, label: name, lang: tag }))}
        chosen={language.chosen}
        onChoose={speak}
      />
      <Choice
        label={strings.footer.theme}
        options={[
          { value: 'system', label: strings.footer.system },
          { value: 'light', label: strings.footer.light },
          { value: 'dark', label: strings.footer.dark },
        ]}
        chosen={settings.values.theme}
        onChoose={(value) => settings.set('theme', value)}
      />
    </div>
  );
});

interface Option<Value> {
  value: Value;
  label: string;
  /** The language of the label if it is not the page's. */
  lang?: string;
}

interface Props<Value> {
  /** The name of the choice, read out before the options. */
  label: string;
  options: readonly Option<Value>[];
  /** May be none of the options. */
  chosen: string;
  onChoose: (value: Value) => void;
}

/** A choice among a few options, all visible. */
function Choice<Value extends string>({ label, options, chosen, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option} {...(option.lang ? { lang: option.lang } : {})}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
