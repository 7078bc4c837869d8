import { useMemo } from 'react';
import { useScript } from '../../core/useScript';
import { useText } from '../../core/useText';
import { loadExtra, Script } from '../../platform/loading';
import { Details } from '../../ui/Details';
import { Skeleton } from '../../ui/Loading';
import { keysOfRun } from '../rules/keyFigures';
import type { TimedKey, TypingRun } from '../rules/TypingRun';
import * as typingTexts from '../texts';
import classes from './Review.module.css';
import * as texts from './texts';

/** Loaded when it is opened. */
const view = new Script(() =>
  loadExtra(() => import('../keymap/KeysView')).then(
    ({ KeysView }) => KeysView,
    () => KeysMissing,
  ),
);

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
  const View = useScript(view);
  const figures = useMemo(() => keysOfRun(text, keys, rules), [text, keys, rules]);
  return <div className={classes.allKeys}>{View ? <View {...figures} /> : <Skeleton height="34rem" />}</div>;
}

function KeysMissing() {
  const t = useText();
  return <p className="soft">{t(typingTexts.reviewFailed)}</p>;
}
