import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { PracticeResult } from '../net/api';
import { guestResult } from '../outbox/guestResult';
import { isOfComposition } from '../platform/composition';
import { Results } from '../typing/Results';
import { type Command, commandOf } from '../typing/rules/keyboard';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { usesKeysItself } from '../ui/keys';
import classes from './Practice.module.css';
import type { Mark } from './PracticeRun';
import * as texts from './texts';

interface Props {
  result: PracticeResult;
  isBest: boolean;
  /** The reason why the result counts less. */
  mark: Mark | null;
  /** The reason why the result could not be saved. */
  error: Error | null;
  /** The name of what comes next. */
  next: string;
  onTryAgain: () => void;
  onNewText: () => void;
  /** The comparison with earlier results. */
  children?: ReactNode;
}

/** The result of a practice and the next steps, in place of the text. */
export const PracticeResults = observer(function PracticeResults(props: Props) {
  const { result, isBest, mark, error, next, onTryAgain, onNewText, children } = props;
  const t = useText();
  const { services, session, settings } = useRoot();
  const returnHere = useReturnHere();
  const canBeKept = session.token === null && guestResult(services.storage)?.date === result.date;
  // Tab leads to the first, so Tab, then Enter, begins here what it begins while typing.
  const isNewFirst = settings.values.tabEnter === 'new';
  const tryAgain = (
    <Button key="again" kind={isNewFirst ? 'secondary' : 'primary'} onClick={onTryAgain}>
      {t(commonTexts.retry)}
    </Button>
  );
  const newText = (
    <Button key="new" kind={isNewFirst ? 'primary' : 'secondary'} onClick={onNewText}>
      {next}
    </Button>
  );
  useCommands((command) => (command === 'newText' ? onNewText() : onTryAgain()));
  return (
    <div className="card stack">
      <Results wpm={result.wpm} accuracy={result.accuracy} time={result.time}>
        {isBest && <p className={classes.best}>{t(texts.best)}</p>}
        {children}
        <ErrorText error={error} />
        {mark && <p className="note">{t(texts.marks[mark])}</p>}
        <div className="cluster">
          {isNewFirst ? [newText, tryAgain] : [tryAgain, newText]}
          {canBeKept && (
            <ButtonLink kind="quiet" to={paths.signup} state={returnHere}>
              {t(texts.keepResult)}
            </ButtonLink>
          )}
        </div>
      </Results>
    </div>
  );
});

/** Obeys the keys of a practice, and Enter in any case, unless the focused element uses them. */
function useCommands(onCommand: (command: Command) => void): void {
  const { settings } = useRoot();
  const obey = useEffectEvent((event: KeyboardEvent) => {
    // A late key is prevented by the results.
    if (event.defaultPrevented || event.repeat || isOfComposition(event) || usesKeysItself(event.target)) return;
    const command = commandOf(event, settings.values.quickRestart) ?? commandOf(event, 'enter');
    if (command === null) return;
    event.preventDefault();
    onCommand(command);
  });
  useEffect(() => {
    const onKeydown = (event: KeyboardEvent) => obey(event);
    document.addEventListener('keydown', onKeydown);
    return () => document.removeEventListener('keydown', onKeydown);
  }, []);
}
