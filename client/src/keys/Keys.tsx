import History from 'lucide-react/icons/history';
import Target from 'lucide-react/icons/target';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { isLanguage } from '../core/text';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { COMPARED_FROM } from '../typing/keymap/heat';
import { KeysView } from '../typing/keymap/KeysView';
import { ButtonLink } from '../ui/Button';
import { Choice } from '../ui/Choice';
import { EmptyState, LoadFailed } from '../ui/EmptyState';
import { languageOptions } from '../ui/LanguageChoice';
import { Loading, Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { ScreenHeader } from '../ui/ScreenHeader';
import { Select } from '../ui/Select';
import { SkinImage } from '../ui/SkinImage';
import classes from './Keys.module.css';
import { useKeys } from './queries';
import * as texts from './texts';

type Range = keyof typeof texts.ranges;

const RANGES = Object.keys(texts.ranges) as Range[];

/** The figures of all keys of the user. */
export function Component() {
  const t = useText();
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t(commonTexts.yourKeys)} lead={t(texts.lead)}>
        <ButtonLink to={paths.history}>
          <History aria-hidden="true" />
          <span>{t(commonTexts.history)}</span>
        </ButtonLink>
      </ScreenHeader>
      <MembersOnly reason={t(texts.needLogin)} skeleton={<KeysSkeleton />}>
        <KeysOfUser />
      </MembersOnly>
    </div>
  );
}

function KeysOfUser() {
  const t = useText();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const range = RANGES.find((each) => each === search.get('range')) ?? '30days';
  const asked = search.get('language') ?? '';
  const language = isLanguage(asked) ? asked : null;
  const { data, error, isPlaceholderData, refetch } = useKeys({ range, ...(language && { language }) });
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next);
  };
  return (
    <section className="card stack" aria-label={t(commonTexts.yourKeys)}>
      <div className={classes.filters}>
        <div className={classes.range}>
          <span id={id} className="note">
            {t(texts.range)}
          </span>
          <Choice
            labelledBy={id}
            options={RANGES.map((value) => ({ value, label: t(texts.ranges[value]) }))}
            chosen={range}
            onChoose={(value) => choose('range', value === '30days' ? '' : value)}
          />
        </div>
        <Select
          label={t(texts.language)}
          options={[{ value: '', label: t(texts.allLanguages) }, ...languageOptions]}
          chosen={language ?? ''}
          onChoose={(value) => choose('language', value)}
        />
        {data && data.runs > 0 && <p className="note">{t(texts.counted)(data.runs)}</p>}
      </div>
      {data && data.characters.length > 0 ? (
        <div className={classes.shown} data-stale={isPlaceholderData}>
          <div className={classes.practice}>
            <ButtonLink kind="primary" to={practiceWeak(language)}>
              <Target aria-hidden="true" />
              <span>{t(texts.practice)}</span>
            </ButtonLink>
            <p className="note">{t(texts.practiceHint)}</p>
          </div>
          <KeysView characters={data.characters} pairs={data.pairs} comparedFrom={COMPARED_FROM} />
        </div>
      ) : data ? (
        <EmptyState>
          <SkinImage skin="hummingbird" size={96} />
          <p>{t(range === 'all' && language === null ? texts.empty : texts.emptyRange)}</p>
          <ButtonLink kind="primary" to={paths.singleplayer}>
            {t(commonTexts.singleplayerHint)}
          </ButtonLink>
        </EmptyState>
      ) : error ? (
        <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />
      ) : (
        <KeysSkeleton />
      )}
    </section>
  );
}

/** The address of practice with words that have the keys that the user misses or is slow at. */
function practiceWeak(language: string | null): string {
  return `${paths.singleplayer}?${new URLSearchParams({ mode: 'weak', ...(language && { language }) })}`;
}

function KeysSkeleton() {
  const t = useText();
  return (
    <Loading label={t(texts.loading)}>
      <Skeleton height="20rem" />
      <Skeleton height="30rem" />
    </Loading>
  );
}
