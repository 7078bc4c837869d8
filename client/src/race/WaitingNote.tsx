import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { languages, text } from '../core/text';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { TextAnswer } from '../net/api';
import { isLonely, seekCompany } from './company';
import type { Race } from './Race';

/** The time for which a racer waits alone before the page asks for a room with company, and between two questions. */
const ALONE_MS = 5000;

/** Not with the texts of the race, which loads this part later. */
const textIn = text('Text: ', 'Texto: ');

export interface WaitingNoteProps {
  race: Race;
  language: TextAnswer['language'];
}

/** The language of a room before the start. Looks for another room while its racer waits alone. */
export const WaitingNote = observer(function WaitingNote({ race, language }: WaitingNoteProps) {
  const t = useText();
  const { api } = useRoot().services;
  const { code } = race;
  const isAlone = isLonely(race);
  useEffect(() => {
    if (!isAlone) return;
    // A question that fails is asked again.
    const timer = setInterval(() => seekCompany(api, code).catch(() => {}), ALONE_MS);
    return () => clearInterval(timer);
  }, [isAlone, api, code]);
  return (
    <p className="soft">
      <span>{t(textIn)}</span>
      <span lang={language}>{languages[language]}</span>
    </p>
  );
});
