import { useId, useState } from 'react';
import limits from '../../openapi/limits.json';
import { useText } from '../core/useText';
import type { EventForm as Event } from '../net/api';
import { Choice } from '../ui/Choice';
import type { Action } from '../ui/ErrorText';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { LanguageChoice } from '../ui/LanguageChoice';
import classes from './Host.module.css';
import { RoundsField } from './RoundsField';
import { type Draft, isReady, roundOf } from './rounds';
import * as texts from './texts';

interface Props {
  initial: Omit<Event, 'rounds'>;
  /** Returns the rounds at first. */
  drafts: () => Draft[];
  /** The number of rounds before these, which have begun. */
  nBegun?: number;
  /** True if the event is open already, so that its language stays. */
  isOpen?: boolean;
  submit: string;
  action: Action;
  onSubmit: (form: Event) => void;
}

/** The choices of a host: a title, the rounds, who may join, and what counts. */
export function EventForm({ initial, drafts, nBegun = 0, isOpen = false, submit, action, onSubmit }: Props) {
  const t = useText();
  const id = useId();
  const [{ language, joining, scoring }, choose] = useState(initial);
  const [rounds, setRounds] = useState(drafts);
  const change = (part: Partial<typeof initial>) => choose({ ...initial, language, joining, scoring, ...part });
  return (
    <Form<'title'>
      submit={submit}
      action={action}
      isBlocked={!rounds.every(isReady)}
      onSubmit={({ title }) => onSubmit({ title, language, joining, scoring, rounds: rounds.map(roundOf) })}
    >
      <Field
        label={t(texts.eventTitle)}
        name="title"
        defaultValue={initial.title}
        required
        autoComplete="off"
        {...limits.title}
      />
      <RoundsField rounds={rounds} language={language} nBegun={nBegun} onChange={setRounds} />
      <div className={classes.choices}>
        {!isOpen && (
          <div className={classes.choice}>
            <strong id={`${id}-language`}>{t(texts.language)}</strong>
            <LanguageChoice
              labelledBy={`${id}-language`}
              chosen={language}
              onChoose={(language) => change({ language })}
            />
          </div>
        )}
        <div className={classes.choice}>
          <strong id={`${id}-joining`}>{t(texts.joining)}</strong>
          <Choice
            labelledBy={`${id}-joining`}
            options={(['everyone', 'members'] as const).map((value) => ({ value, label: t(texts.joiningOf[value]) }))}
            chosen={joining}
            onChoose={(joining) => change({ joining })}
          />
        </div>
        <div className={classes.choice}>
          <strong id={`${id}-scoring`}>{t(texts.scoring)}</strong>
          <Choice
            labelledBy={`${id}-scoring`}
            options={(['places', 'speed'] as const).map((value) => ({ value, label: t(texts.scoringOf[value]) }))}
            chosen={scoring}
            onChoose={(scoring) => change({ scoring })}
          />
        </div>
      </div>
    </Form>
  );
}
