import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { isLanguage, languages } from '../../core/text';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import classes from './Preferences.module.css';
import * as texts from './texts';

/** The choice of the page's language and theme. */
export const Preferences = observer(function Preferences() {
  const t = useText();
  const { settings } = useRoot();
  return (
    <div className="cluster">
      <Choice
        label={t(texts.language)}
        options={Object.entries(languages).map(([tag, name]) => ({ value: tag, label: name, lang: tag }))}
        chosen={settings.language}
        onChoose={(tag) => isLanguage(tag) && settings.set('language', tag)}
      />
      <Choice
        label={t(texts.theme)}
        options={[
          { value: 'system', label: t(texts.system) },
          { value: 'light', label: t(texts.light) },
          { value: 'dark', label: t(texts.dark) },
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
