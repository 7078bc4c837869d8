import { observer } from 'mobx-react-lite';
import { languages } from '../core/text';
import { useSetting } from '../core/useSetting';
import { useText } from '../core/useText';
import type { TextAnswer } from '../net/api';
import { Button } from '../ui/Button';
import type { Race } from './Race';
import * as texts from './texts';
import classes from './WaitingNote.module.css';

interface Props {
  race: Race;
  language: TextAnswer['language'];
}

/** The language of a room before the start and, while its racer waits alone, a button that starts the race. */
export const WaitingNote = observer(function WaitingNote({ race, language }: Props) {
  const t = useText();
  const withGhosts = useSetting('ghosts');
  return (
    <div className={classes.note}>
      <p className="soft">
        <span>{t(texts.textIn)}</span>
        <span lang={language}>{languages[language]}</span>
      </p>
      {race.mayBegin && (
        <Button kind="quiet" onClick={() => race.begin()}>
          {t(withGhosts ? texts.beginWithGhosts : texts.begin)}
        </Button>
      )}
    </div>
  );
});
