import { useQuery } from '@tanstack/react-query';
import type { Language } from '../../core/text';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { weakest } from '../rules/weakKeys';
import { ownKeys } from './ownKeys';
import classes from './PracticeBar.module.css';
import * as texts from './texts';

/** The number of keys shown. */
const SHOWN = 8;

/** The weakest keys of the visitor, as key caps. */
export function WeakKeys({ language }: { language: Language }) {
  const t = useText();
  const { data } = useQuery(ownKeys(useRoot(), language));
  const keys = data && weakest(data, SHOWN);
  return (
    <div className={classes.part} title={t(texts.weakHint)}>
      <span className={classes.name}>{t(texts.weakest)}</span>
      {keys?.length === 0 ? (
        <span className="soft">{t(texts.noWeakKeys)}</span>
      ) : (
        <span className={classes.keys} translate="no">
          {keys?.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}
