import { useMemo } from 'react';
import { lazyPart } from '../../core/lazyPart';
import { useText } from '../../core/useText';
import { Details } from '../../ui/Details';
import { Skeleton } from '../../ui/Loading';
import { keysOfRun } from '../rules/keyFigures';
import type { TimedKey, TypingRun } from '../rules/TypingRun';
import * as typingTexts from '../texts';
import classes from './Review.module.css';
import * as texts from './texts';

/** Loaded when it is opened. */
const KeysView = lazyPart(() => import('../keymap/KeysView').then(({ KeysView }) => KeysView), {
  whileLoading: <Skeleton height="34rem" />,
  ifMissing: KeysMissing,
});

interface Props {
  run: TypingRun;
  keys: readonly TimedKey[];
}

/** Every key of a run, for visitors who open it. */
export function AllKeys(props: Props) {
  const t = useText();
  return <Details summary={t(texts.allKeys)}>{() => <Opened {...props} />}</Details>;
}

function Opened({ run: { text, rules }, keys }: Props) {
  const figures = useMemo(() => keysOfRun(text, keys, rules), [text, keys, rules]);
  return (
    <div className={classes.allKeys}>
      <KeysView {...figures} />
    </div>
  );
}

function KeysMissing() {
  const t = useText();
  return <p className="soft">{t(typingTexts.reviewFailed)}</p>;
}
