import type { CSSProperties } from 'react';
import { type Formats, type Translate, useFormat, useText } from '../../core/useText';
import type { KeyFigures } from '../../net/api';
import {
  combined,
  figuresByKey,
  HOTTEST,
  type KeyFigure,
  levelOf,
  type Metric,
  MISSED_LEVELS,
  missedShare,
} from './heat';
import classes from './KeysView.module.css';
import { KEYBOARD_WIDTH, keysOf, type LayoutKey, type LayoutName, SPACE, SPACE_WIDTH } from './layouts';
import * as texts from './texts';

/** The columns of the grid for each key: the rows are shifted by quarters of a key. */
const COLUMNS_PER_KEY = 4;

/** The number of keys that a screen reader is told. */
const WORST_TOLD = 5;

interface Props {
  layout: LayoutName;
  metric: Metric;
  characters: readonly KeyFigures[];
  /** The presses from which keys are compared. */
  comparedFrom: number;
}

/** A keyboard whose keys are the fuller, the more often they were missed or the slower they are. */
export function KeyboardMap({ layout, metric, characters, comparedFrom }: Props) {
  const t = useText();
  const format = useFormat();
  const { byKey, elsewhere } = figuresByKey(layout, characters);
  const usualMs = combined(characters).meanMs;
  const keys = [...keysOf(layout), spaceBar()];
  const missing = elsewhere.map(({ key }) => key).sort((one, other) => one.localeCompare(other));
  const hasAccents = characters.some(({ key }) => key.normalize('NFD') !== key && !missing.includes(key));
  const worst = characters
    .filter(({ typed }) => typed >= comparedFrom)
    .filter((figures) => figureOf(metric, figures) !== null && (metric === 'time' || figures.missed > 0))
    .sort((one, other) => (figureOf(metric, other) ?? 0) - (figureOf(metric, one) ?? 0))
    .slice(0, WORST_TOLD)
    .map(({ key }) => (key === ' ' ? t(texts.space) : key));
  return (
    <figure className={classes.map}>
      <div
        className={classes.keyboard}
        style={{ gridTemplateColumns: `repeat(${KEYBOARD_WIDTH * COLUMNS_PER_KEY}, minmax(0, 1fr))` }}
        role="img"
        aria-label={t(texts.keyboard[metric])(format.list(worst) || '–')}
      >
        {keys.map((key) => {
          const figure = byKey.get(key.id);
          const isCompared = figure !== undefined && figure.typed >= comparedFrom;
          const level = isCompared ? levelOf(metric, figure, usualMs) : null;
          return <Cap key={key.id} layoutKey={key} metric={metric} figure={figure} level={level} />;
        })}
      </div>
      <figcaption className={classes.caption}>
        <p>{t(texts.onKeys[metric])}</p>
        <ul className={classes.legend}>
          {levelNames(metric, t, format).map((name, level) => (
            <li key={name}>
              <span className={classes.sample} data-level={level} aria-hidden="true">
                <i />
              </span>
              <span>{name}</span>
            </li>
          ))}
        </ul>
        {[...byKey.values()].some(({ typed }) => typed < comparedFrom) && <p>{t(texts.rare)(comparedFrom)}</p>}
        {missing.length > 0 && <p translate="no">{t(texts.elsewhere)(missing)}</p>}
        {hasAccents && <p>{t(texts.accents)}</p>}
      </figcaption>
    </figure>
  );
}

interface CapProps {
  layoutKey: LayoutKey;
  metric: Metric;
  figure: KeyFigure | undefined;
  level: number | null;
}

function Cap({ layoutKey: { id, left, row, characters }, metric, figure, level }: CapProps) {
  const t = useText();
  const format = useFormat();
  const width = id === SPACE ? SPACE_WIDTH : 1;
  const place: CSSProperties = {
    gridRow: row + 1,
    gridColumn: `${left * COLUMNS_PER_KEY + 1} / span ${width * COLUMNS_PER_KEY}`,
  };
  const [plain = '', shifted = ''] = characters;
  // Letters are shown as on a real key cap.
  const isLetter = plain.toUpperCase() === shifted;
  const name = id === SPACE ? t(texts.space) : isLetter ? shifted : plain;
  return (
    <div className={classes.place} style={place}>
      <div className={classes.cap} data-level={level ?? undefined} title={figure && titleOf(name, figure, t, format)}>
        <i />
        <span className={classes.label} translate="no">
          {name}
        </span>
        {figure && <span className={classes.value}>{shown(metric, figure, format)}</span>}
      </div>
    </div>
  );
}

function spaceBar(): LayoutKey {
  return { id: SPACE, row: 4, left: 3.75, characters: [' '] };
}

/** The figure by which keys are compared; null if it is not known. */
function figureOf(metric: Metric, figure: KeyFigure): number | null {
  return metric === 'missed' ? missedShare(figure) : figure.meanMs;
}

function shown(metric: Metric, figure: KeyFigure, format: Formats): string {
  const value = figureOf(metric, figure);
  if (value === null) return '';
  if (metric === 'time') return format.number(Math.round(value));
  const percent = value * 100;
  return format.number(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent));
}

function titleOf(name: string, figure: KeyFigure, t: Translate, format: Formats): string {
  const time = figure.meanMs === null ? '–' : `${format.number(Math.round(figure.meanMs))} ${t(texts.ms)}`;
  return t(texts.keyTitle)(name, format.number(figure.typed), format.number(figure.missed), time);
}

/** The names of the levels, from 0 to the hottest. */
function levelNames(metric: Metric, t: Translate, format: Formats): readonly string[] {
  if (metric === 'time') return t(texts.times);
  const percents = MISSED_LEVELS.map((share) => format.percent(share * 100));
  return Array.from({ length: HOTTEST + 1 }, (_, level) => {
    const [low, high] = [percents[level - 1] ?? '', percents[level] ?? ''];
    if (level === 0) return t(texts.under)(high);
    return level === HOTTEST ? t(texts.from)(low) : `${low} – ${high}`;
  });
}
