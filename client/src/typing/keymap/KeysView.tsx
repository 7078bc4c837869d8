import { useId, useMemo, useState } from 'react';
import { useRoot } from '../../core/useRoot';
import { useSetting } from '../../core/useSetting';
import { useText } from '../../core/useText';
import type { KeyFigures } from '../../net/api';
import { Choice } from '../../ui/Choice';
import { Select } from '../../ui/Select';
import type { Metric } from './heat';
import { KeyboardMap } from './KeyboardMap';
import { KeysTable } from './KeysTable';
import classes from './KeysView.module.css';
import { layoutNames } from './layoutNames';
import type { LayoutName } from './layouts';
import * as texts from './texts';

interface Props {
  characters: readonly KeyFigures[];
  pairs: readonly KeyFigures[];
  /** The presses from which keys are compared; any number for those of one run. */
  comparedFrom?: number;
}

/** The figures of keys: as a heat map on the visitor's keyboard, and in a table. */
export function KeysView({ characters, pairs, comparedFrom = 1 }: Props) {
  const t = useText();
  const { settings } = useRoot();
  const layout = useSetting('keyboardLayout');
  const [metric, setMetric] = useState<Metric>('missed');
  const id = useId();
  const layouts = useMemo(
    () => (Object.keys(layoutNames) as LayoutName[]).map((value) => ({ value, label: t(layoutNames[value]) })),
    [t],
  );
  return (
    <div className={classes.view}>
      <div className={classes.controls}>
        <div className={classes.control}>
          <span id={id}>{t(texts.metric)}</span>
          <Choice
            labelledBy={id}
            options={(['missed', 'time'] as const).map((value) => ({ value, label: t(texts.metrics[value]) }))}
            chosen={metric}
            onChoose={setMetric}
          />
        </div>
        <Select
          label={t(texts.layout)}
          options={layouts}
          chosen={layout}
          onChoose={(chosen) => settings.set('keyboardLayout', chosen)}
        />
      </div>
      <KeyboardMap layout={layout} metric={metric} characters={characters} comparedFrom={comparedFrom} />
      <KeysTable characters={characters} pairs={pairs} comparedFrom={comparedFrom} />
    </div>
  );
}
