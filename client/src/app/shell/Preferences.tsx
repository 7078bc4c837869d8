import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { isLanguage, languages } from '../../core/text';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { Choice } from '../../ui/Choice';
import * as texts from './texts';

/** The settings that a visitor may need on any screen, within reach: language and theme. */
export const Preferences = observer(function Preferences() {
  const t = useText();
  const { settings } = useRoot();
  const id = useId();
  return (
    <div className="cluster">
      <span id={`${id}-language`} className="visually-hidden">
        {t(texts.language)}
      </span>
      <Choice
        labelledBy={`${id}-language`}
        options={Object.entries(languages).map(([tag, name]) => ({ value: tag, label: name, lang: tag }))}
        chosen={settings.language}
        onChoose={(tag) => isLanguage(tag) && settings.set('language', tag)}
      />
      <span id={`${id}-theme`} className="visually-hidden">
        {t(texts.theme)}
      </span>
      <Choice
        labelledBy={`${id}-theme`}
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
