import { observer } from 'mobx-react-lite';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { isLanguage, languages } from '../strings';
import { Choice } from '../ui/Choice';
import classes from './Preferences.module.css';

/** In which language the page speaks, and which colours it wears. */
export const Preferences = observer(function Preferences() {
  const strings = useStrings();
  const { connection, language, notice, theme } = useRoot();
  const speak = async (tag: string) => {
    if (!isLanguage(tag)) return;
    try {
      await language.choose(tag, connection);
    } catch (error) {
      console.error(error);
      notice.show(strings.errors.chunk(tag));
    }
  };
  return (
    <div className={classes.preferences}>
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
        chosen={theme.chosen ?? 'system'}
        onChoose={(value) => theme.choose(value === 'system' ? null : value)}
      />
    </div>
  );
});
