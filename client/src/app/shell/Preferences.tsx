import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { Choice } from '../../ui/Choice';
import { LanguageChoice } from '../../ui/LanguageChoice';
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
      <LanguageChoice
        labelledBy={`${id}-language`}
        chosen={settings.language}
        onChoose={(language) => settings.set('language', language)}
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
