import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { languages } from '../core/text';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { TextAnswer } from '../net/api';
import { Button } from '../ui/Button';
import { isLonely, seekCompany } from './company';
import type { Race } from './Race';
import classes from './WaitingNote.module.css';
import * as texts from './waiting.texts';

/** The time for which a racer waits alone before the page asks for a room with company, and between two questions. */
const ALONE_MS = 5000;

export interface WaitingNoteProps {
  race: Race;
  language: TextAnswer['language'];
}

/**
 * The language of a room before the start and, while its racer waits alone, a button that starts the race. Looks for
 * another room meanwhile.
 */
export const WaitingNote = observer(function WaitingNote({ race, language }: WaitingNoteProps) {
  const t = useText();
  const { settings, services } = useRoot();
  const { api } = services;
  const { code, mayBegin } = race;
  const isAlone = isLonely(race);
  useEffect(() => {
    if (!isAlone) return;
    // A question that fails is asked again.
    const timer = setInterval(() => seekCompany(api, code).catch(() => {}), ALONE_MS);
    return () => clearInterval(timer);
  }, [isAlone, api, code]);
  return (
    <div className={classes.note}>
      <p className="soft">
        <span>{t(texts.textIn)}</span>
        <span lang={language}>{languages[language]}</span>
      </p>
      {mayBegin && (
        <Button kind="quiet" onClick={() => race.begin()}>
          {t(settings.values.ghosts ? texts.beginWithGhosts : texts.begin)}
        </Button>
      )}
    </div>
  );
});
